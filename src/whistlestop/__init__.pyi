# The public names of the package: the one list of them. `__init__.py` imports each when it is first used.

from whistlestop import arena as arena
from whistlestop import bots as bots
from whistlestop import env as env
from whistlestop.bots import bot as bot
from whistlestop.bots import bot_names as bot_names
from whistlestop.game.dealer import Dealer as Dealer
from whistlestop.game.dealer import FairDealer as FairDealer
from whistlestop.game.dealer import FastDealer as FastDealer
from whistlestop.game.game import Game as Game
from whistlestop.game.reader import verify as verify
from whistlestop.game.reasons import BadMap as BadMap
from whistlestop.game.reasons import BadRecord as BadRecord
from whistlestop.game.reasons import BadSeed as BadSeed
from whistlestop.game.reasons import IllegalMove as IllegalMove
from whistlestop.game.reasons import Reason as Reason
from whistlestop.game.reasons import WhistlestopError as WhistlestopError
from whistlestop.game.record import Record as Record
from whistlestop.game.state import CHANCE as CHANCE
from whistlestop.game.view import SPECTATOR as SPECTATOR
from whistlestop.game.view import View as View

__version__: str
