"""The error of the dashboard: one line for a person, and exit status 1."""

import click


class DashboardError(click.ClickException):
    """The dashboard cannot be built; the message says what to do."""
