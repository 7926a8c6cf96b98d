"""Opening a locked plan again, while no test fold was scored."""

from core.support.errors import EvenfoldError
from gui.strings import honesty as strings
from gui.wizard.page import Shell


def unlock_study(shell: Shell) -> None:
    """Back to Review & lock with everything as it was; what cannot be unlocked says why."""
    try:
        path = shell.state.unlock()
    except EvenfoldError as error:
        shell.announce(str(error))
        return
    shell.settings.forget(str(path))
    shell.go("review")
    shell.announce(strings.UNLOCKED)
