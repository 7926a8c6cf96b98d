"""The golden names of counts, paired, partition, rank and multiplicity tests over the functions of core."""
