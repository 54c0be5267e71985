"""The mails of the server in all languages: subject and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from heptapolis.server.messages.words import Language

NEW_PASSWORD: Final[dict[Language, tuple[str, str]]] = {
    "en": (
        "New password for Heptapolis",
        """Hello {name},

somebody asked for a new password for your account {account}. If it was you, open this address within an hour:

{link}

If it was not you, nothing has to be done: your password stays as it is.
""",
    ),
    "de": (
        "Neues Passwort für Heptapolis",
        """Hallo {name},

jemand hat um ein neues Passwort für dein Konto {account} gebeten. Wenn du es warst,
öffne innerhalb einer Stunde diese Adresse:

{link}

Wenn du es nicht warst, ist nichts zu tun: Dein Passwort bleibt, wie es ist.
""",
    ),
    "fr": (
        "Nouveau mot de passe pour Heptapolis",
        """Bonjour {name},

quelqu’un a demandé un nouveau mot de passe pour votre compte {account}.
Si c’est vous, ouvrez cette adresse dans l’heure qui vient\u00a0:

{link}

Si ce n’est pas vous, il n’y a rien à faire\u00a0: votre mot de passe reste le même.
""",
    ),
    "nl": (
        "Nieuw wachtwoord voor Heptapolis",
        """Hallo {name},

iemand heeft om een nieuw wachtwoord voor je account {account} gevraagd.
Als jij dat was, open dan binnen een uur dit adres:

{link}

Was jij het niet, dan hoef je niets te doen: je wachtwoord blijft zoals het is.
""",
    ),
    "da": (
        "Ny adgangskode til Heptapolis",
        """Hej {name}

Nogen har bedt om en ny adgangskode til din konto {account}. Hvis det var dig, så åbn denne adresse inden for en time:

{link}

Hvis det ikke var dig, skal du ikke gøre noget: Din adgangskode forbliver den samme.
""",
    ),
}
"""The link for a new password."""
