"""Where a cluster is and with which files it is spoken to privately."""

import re
from dataclasses import dataclass

ADDRESS = re.compile(r"(tcp|tls)://([^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """The address of a scheduler; with the three files of TLS everything that is sent is private and signed.

    `is_insecure`: the person has asked for plain TCP to another computer.
    """

    address: str
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""
    is_insecure: bool = False

    @property
    def is_private(self) -> bool:
        return bool(self.ca_file or self.cert_file or self.key_file)

    @property
    def host(self) -> str:
        parts = ADDRESS.fullmatch(self.address)
        return parts.group(2).strip("[]") if parts else ""
