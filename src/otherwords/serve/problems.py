"""What a request is refused for, besides the mistakes that are ``OtherwordsError``."""


class Refused(Exception):
    """One line for the user, and the status of the answer."""

    status = 400

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class NotHere(Refused):
    """Asked for something that this server was not started with."""

    status = 404


class Unavailable(Refused):
    """What the server was started with is not there any more."""

    status = 503


class TooLarge(Refused):
    status = 413


class TookTooLong(Refused):
    status = 504


class Busy(Refused):
    status = 503

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the server is busy; ask again in {retry_after} s")
        self.retry_after = retry_after
