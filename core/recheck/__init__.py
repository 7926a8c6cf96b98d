"""Someone's study verified: hashes, plan against results, every number, and on request every training."""
