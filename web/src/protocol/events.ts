// This file was generated from the games. Do not edit it.

export type FloesEvent = { "event": "again", seat: number, }
  | { "event": "rolled", seat: number, label: string, }
  | { "event": "chose", seat: number, label: string, }
  | { "event": "hopped", seat: number, from: string, to: string, home: boolean, }
  | { "event": "swam", seat: number, floe: string, }
  | { "event": "slid", seat: number, floe: string, to: string, }
  | { "event": "bear_stepped", seat: number, bear: string, from: string, to: string, }
  | { "event": "sent_home", seat: number, floe: string, count: number, }
  | { "event": "lapsed", seat: number, moves: number, }
  | { "event": "turn_of", seat: number, }
  | { "event": "limit_reached", turns: number, }
  | { "event": "won", seat: number, };

export type RescueEvent = { "event": "dealt", 
/**
 * Where.
 */
hex: string, 
/**
 * The tile.
 */
tile: string, 
/**
 * The bears that begin on it.
 */
bears: { 
/**
 * Adult males.
 */
males: number, 
/**
 * Adult females.
 */
females: number, 
/**
 * Cubs.
 */
cubs: number, }, }
  | { "event": "mustered", 
/**
 * Which.
 */
ship: string, 
/**
 * Where it begins.
 */
hex: string, }
  | { "event": "data_placed", 
/**
 * Where.
 */
hex: string, }
  | { "event": "position_taken", 
/**
 * The hex.
 */
hex: string, }
  | { "event": "alert_set", 
/**
 * Its number.
 */
number: number, 
/**
 * Where its Ice Tile lies.
 */
hex: string, }
  | { "event": "alert_gone", 
/**
 * Its number.
 */
number: number, }
  | { "event": "revealed", 
/**
 * Its number.
 */
number: number, }
  | { "event": "turn_of", 
/**
 * Whose it is.
 */
ship: string, 
/**
 * The seat that steers it.
 */
seat: number, 
/**
 * Actions that it has.
 */
actions: number, }
  | { "event": "sailed", 
/**
 * Which.
 */
ship: string, 
/**
 * Where it was.
 */
from: string, 
/**
 * Where it is then.
 */
to: string, }
  | { "event": "loaded", 
/**
 * The ship.
 */
ship: string, 
/**
 * The bear.
 */
bear: string, 
/**
 * Where it stood.
 */
from: string, 
/**
 * Did it cost no action?
 */
free: boolean, }
  | { "event": "unloaded", 
/**
 * The ship.
 */
ship: string, 
/**
 * The bears.
 */
bears: { 
/**
 * Adult males.
 */
males: number, 
/**
 * Adult females.
 */
females: number, 
/**
 * Cubs.
 */
cubs: number, }, }
  | { "event": "collected", 
/**
 * The ship that collects it.
 */
ship: string, 
/**
 * Where it lay.
 */
hex: string, 
/**
 * How many are collected then.
 */
count: number, }
  | { "event": "upgraded", 
/**
 * The ship.
 */
ship: string, 
/**
 * Its box.
 */
slot: string, }
  | { "event": "helicopter_came", 
/**
 * How many are there then.
 */
now: number, }
  | { "event": "support_reached", 
/**
 * Where it lay.
 */
hex: string, 
/**
 * Does it bring a card?
 */
card: boolean, }
  | { "event": "card_drawn", 
/**
 * The card.
 */
card: string, }
  | { "event": "card_used", 
/**
 * The card.
 */
card: string, }
  | { "event": "card_declined", 
/**
 * The card.
 */
card: string, }
  | { "event": "lifted", 
/**
 * The bear.
 */
bear: string, 
/**
 * Where it stood.
 */
from: string, }
  | { "event": "broke", 
/**
 * The ship.
 */
ship: string, 
/**
 * Where the ice lies.
 */
hex: string, 
/**
 * The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "blown", 
/**
 * Where it lies.
 */
hex: string, 
/**
 * The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "fled", 
/**
 * The bear.
 */
bear: string, 
/**
 * Where it stood.
 */
from: string, 
/**
 * Where it stands then.
 */
to: string, }
  | { "event": "boarded", 
/**
 * The ship.
 */
ship: string, 
/**
 * The bear.
 */
bear: string, 
/**
 * Where it stood or was born.
 */
from: string, }
  | { "event": "sank", 
/**
 * Where they stood or were born.
 */
hex: string, 
/**
 * The bears.
 */
bears: { 
/**
 * Adult males.
 */
males: number, 
/**
 * Adult females.
 */
females: number, 
/**
 * Cubs.
 */
cubs: number, }, 
/**
 * Helicopters at the bases before.
 */
helicopters: number, }
  | { "event": "tile_gone", 
/**
 * Where it lay.
 */
hex: string, 
/**
 * The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "cooled", 
/**
 * By so many degrees.
 */
by: number, 
/**
 * To so many.
 */
to: number, }
  | { "event": "actions_ended", 
/**
 * Whose.
 */
ship: string, 
/**
 * Actions that are given up.
 */
unused: number, }
  | { "event": "blue_die", 
/**
 * What it shows.
 */
number: number, }
  | { "event": "warmer", 
/**
 * So much.
 */
extra: number, }
  | { "event": "born", 
/**
 * The number of the Ice Tile.
 */
number: number, 
/**
 * Where it lies.
 */
hex: string, 
/**
 * How many cubs.
 */
count: number, 
/**
 * How many of them have room on the tile.
 */
stay: number, }
  | { "event": "cub_placed", 
/**
 * Where it was born.
 */
from: string, 
/**
 * Where it stands then.
 */
to: string, }
  | { "event": "growth", 
/**
 * The number of their Ice Tile.
 */
number: number, 
/**
 * Where it lies.
 */
hex: string, 
/**
 * How many cubs.
 */
count: number, }
  | { "event": "grew", 
/**
 * Where.
 */
hex: string, 
/**
 * The adult.
 */
bear: string, }
  | { "event": "shortage", 
/**
 * So much.
 */
extra: number, }
  | { "event": "red_die", 
/**
 * What it shows.
 */
pips: number, 
/**
 * What is added to it.
 */
extra: number, 
/**
 * The temperature before.
 */
from: number, 
/**
 * The temperature then.
 */
to: number, }
  | { "event": "melting", 
/**
 * Its number.
 */
number: number, 
/**
 * Where it lies.
 */
hex: string, }
  | { "event": "over", 
/**
 * Why.
 */
ending: "won" | "sunk" | "heat" | "limit", 
/**
 * Data Tokens collected.
 */
collected: number, };

export type IceBreakersEvent = { "event": "laid", 
/**
 * Where.
 */
space: string, 
/**
 * Its number.
 */
number: number, }
  | { "event": "docked", 
/**
 * The ship.
 */
ship: number, 
/**
 * Where it begins.
 */
harbour: string, }
  | { "event": "waits", 
/**
 * The card.
 */
card: string, 
/**
 * The destination.
 */
harbour: string, }
  | { "event": "joins_row", 
/**
 * The card.
 */
card: string, }
  | { "event": "dealt", 
/**
 * To whom.
 */
seat: number, 
/**
 * The card.
 */
card: string, }
  | { "event": "forecast", 
/**
 * The report.
 */
report: string, }
  | { "event": "opened", 
/**
 * Whose turn it is.
 */
seat: number, 
/**
 * The Power card.
 */
card: string, 
/**
 * The points that it gives.
 */
points: number, }
  | { "event": "passed", 
/**
 * Whose turn it is.
 */
seat: number, 
/**
 * Passes in a row under the last report, with this one; 0 before the last report.
 */
passes: number, }
  | { "event": "added", 
/**
 * Who adds it.
 */
seat: number, 
/**
 * The card.
 */
card: string, 
/**
 * The points that are left then.
 */
points: number, }
  | { "event": "cashed", 
/**
 * Who cashes it.
 */
seat: number, 
/**
 * How many cards the seat cuts.
 */
cuts: number, }
  | { "event": "cut", 
/**
 * Who cuts it.
 */
seat: number, 
/**
 * The card.
 */
card: string, }
  | { "event": "broke", 
/**
 * Whose turn it is.
 */
seat: number, 
/**
 * Where.
 */
space: string, 
/**
 * The number of the piece, which is its price.
 */
number: number, 
/**
 * The points that are left then.
 */
points: number, }
  | { "event": "moved", 
/**
 * Whose turn it is.
 */
seat: number, 
/**
 * The ship.
 */
ship: number, 
/**
 * Where it was.
 */
from: string, 
/**
 * Where it is then.
 */
to: string, }
  | { "event": "arrived", 
/**
 * The ship.
 */
ship: number, 
/**
 * How many ships have been brought in, this one included.
 */
home: number, }
  | { "event": "collected", 
/**
 * Whose hand.
 */
seat: number, 
/**
 * The card.
 */
card: string, 
/**
 * The destination.
 */
harbour: string, 
/**
 * Does the card come from the right end of the row? If not, it waited at the harbour.
 */
row: boolean, }
  | { "event": "gave", 
/**
 * Who gives it.
 */
seat: number, 
/**
 * The card.
 */
card: string, 
/**
 * Who is given it.
 */
to: number, }
  | { "event": "ended", 
/**
 * Whose turn it was.
 */
seat: number, 
/**
 * The points that were not used.
 */
points: number, }
  | { "event": "in_effect", 
/**
 * The report.
 */
report: string, 
/**
 * The water that turns to ice.
 */
spaces: string[], }
  | { "event": "stuck", 
/**
 * The ship.
 */
ship: number, 
/**
 * Where it is.
 */
place: string, 
/**
 * The number of the piece.
 */
number: number, }
  | { "event": "turn_of", 
/**
 * Whose it is.
 */
seat: number, }
  | { "event": "all_home", 
/**
 * How many turns it had.
 */
turns: number, }
  | { "event": "out_of_power", 
/**
 * How many ships have been brought in.
 */
home: number, }
  | { "event": "passed_round", 
/**
 * How many ships have been brought in.
 */
home: number, };

export type PolarRollerEvent = { "event": "glacier_die", 
/**
 * Who rolls it.
 */
seat: number, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * What it shows.
 */
face: number, 
/**
 * The two shapes on this face.
 */
shapes: [string, string], }
  | { "event": "apart", 
/**
 * Whose sheet it is.
 */
seat: number, }
  | { "event": "short", 
/**
 * Whose sheet it is.
 */
seat: number, 
/**
 * How many it has: none or one.
 */
melts: number, }
  | { "event": "melted", 
/**
 * On whose sheet.
 */
seat: number, 
/**
 * Which one.
 */
glacier: string, }
  | { "event": "polar_dice", 
/**
 * Whose they are.
 */
seat: number, 
/**
 * What they show.
 */
dice: [number, number], }
  | { "event": "took", 
/**
 * Who took it.
 */
seat: number, 
/**
 * Whose die it is.
 */
from: number, 
/**
 * On which side this neighbour sits.
 */
side: string, 
/**
 * Which of its two dice it is.
 */
die: string, 
/**
 * What it shows.
 */
number: number, }
  | { "event": "penguin", 
/**
 * On whose sheet.
 */
seat: number, 
/**
 * On which cliff.
 */
cliff: number, 
/**
 * The number that it used up.
 */
number: number, 
/**
 * Was that the neighbour's?
 */
borrowed: boolean, 
/**
 * Did it catch a fish?
 */
fish: boolean, }
  | { "event": "orca", 
/**
 * On whose sheet.
 */
seat: number, 
/**
 * In which pool.
 */
pool: string, 
/**
 * The number that it used up.
 */
number: number, 
/**
 * Was that the neighbour's?
 */
borrowed: boolean, }
  | { "event": "bear", 
/**
 * On whose sheet.
 */
seat: number, 
/**
 * On which glacier.
 */
glacier: string, 
/**
 * The number that it used up.
 */
number: number, 
/**
 * Was that the neighbour's?
 */
borrowed: boolean, }
  | { "event": "ate", 
/**
 * Who ate it.
 */
seat: number, 
/**
 * What the number was.
 */
from: number, 
/**
 * What it is now.
 */
to: number, }
  | { "event": "crossed", 
/**
 * On whose sheet.
 */
seat: number, 
/**
 * Which one.
 */
number: number, 
/**
 * Was it the neighbour's?
 */
borrowed: boolean, }
  | { "event": "done", 
/**
 * Who is done.
 */
seat: number, }
  | { "event": "round_over", 
/**
 * The round, from 1.
 */
round: number, }
  | { "event": "over" };

/** What happens, in any game. */
export type GameEvent = FloesEvent | RescueEvent | IceBreakersEvent | PolarRollerEvent;
