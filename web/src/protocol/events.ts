// This file was generated from the games. Do not edit it.

export type FloesEvent = { "event": "again", 
/**
 *Whose turn it is.
 */
seat: number, }
  | { "event": "rolled", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *What the die shows.
 */
label: string, }
  | { "event": "chose", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *What the die shows.
 */
label: string, }
  | { "event": "hopped", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *Where it was.
 */
from: string, 
/**
 *Where it goes.
 */
to: string, 
/**
 *Was it homebound before the hop?
 */
home: boolean, }
  | { "event": "swam", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *The floe.
 */
floe: string, }
  | { "event": "slid", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *The floe.
 */
floe: string, 
/**
 *Which way.
 */
to: string, }
  | { "event": "bear_stepped", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *Which bear.
 */
bear: string, 
/**
 *Where it was.
 */
from: string, 
/**
 *Where it goes.
 */
to: string, }
  | { "event": "sent_home", 
/**
 *Whose penguins they are.
 */
seat: number, 
/**
 *The floe.
 */
floe: string, 
/**
 *How many.
 */
count: number, }
  | { "event": "lapsed", 
/**
 *Whose turn it is.
 */
seat: number, 
/**
 *How many.
 */
moves: number, }
  | { "event": "turn_of", 
/**
 *Whose turn it is.
 */
seat: number, }
  | { "event": "limit_reached", 
/**
 *After how many turns.
 */
turns: number, }
  | { "event": "won", 
/**
 *Whose turn it is.
 */
seat: number, };

export type RescueEvent = { "event": "dealt", 
/**
 *Where.
 */
hex: string, 
/**
 *The tile.
 */
tile: string, 
/**
 *The bears.
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
 *The ship.
 */
ship: string, 
/**
 *Where it begins.
 */
hex: string, }
  | { "event": "data_placed", 
/**
 *Where.
 */
hex: string, }
  | { "event": "position_taken", 
/**
 *Where.
 */
hex: string, }
  | { "event": "alert_set", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, 
/**
 *Where.
 */
hex: string, }
  | { "event": "alert_gone", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, }
  | { "event": "revealed", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, }
  | { "event": "turn_of", 
/**
 *The ship.
 */
ship: string, 
/**
 *The seat that steers it.
 */
seat: number, 
/**
 *Actions that it has.
 */
actions: number, }
  | { "event": "sailed", 
/**
 *The ship.
 */
ship: string, 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, 
/**
 *Where it is now.
 */
to: string, }
  | { "event": "loaded", 
/**
 *The ship.
 */
ship: string, 
/**
 *The bear.
 */
bear: string, 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, 
/**
 *Did it cost no action?
 */
free: boolean, }
  | { "event": "unloaded", 
/**
 *The ship.
 */
ship: string, 
/**
 *The bears.
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
 *The ship.
 */
ship: string, 
/**
 *Where.
 */
hex: string, 
/**
 *How many are collected now.
 */
count: number, }
  | { "event": "data_left", 
/**
 *The ship.
 */
ship: string, 
/**
 *Where.
 */
hex: string, }
  | { "event": "upgraded", 
/**
 *The ship.
 */
ship: string, 
/**
 *Its box.
 */
slot: string, }
  | { "event": "helicopter_came", 
/**
 *How many are there now.
 */
now: number, }
  | { "event": "support_reached", 
/**
 *Where.
 */
hex: string, 
/**
 *Does it bring a card?
 */
card: boolean, }
  | { "event": "card_drawn", 
/**
 *The card.
 */
card: string, }
  | { "event": "card_used", 
/**
 *The card.
 */
card: string, }
  | { "event": "card_declined", 
/**
 *The card.
 */
card: string, }
  | { "event": "lifted", 
/**
 *The bear.
 */
bear: string, 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, }
  | { "event": "broke", 
/**
 *The ship.
 */
ship: string, 
/**
 *Where.
 */
hex: string, 
/**
 *The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "blown", 
/**
 *Where.
 */
hex: string, 
/**
 *The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "fled", 
/**
 *The bear.
 */
bear: string, 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, 
/**
 *Where it is now.
 */
to: string, }
  | { "event": "boarded", 
/**
 *The ship.
 */
ship: string, 
/**
 *The bear.
 */
bear: string, 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, }
  | { "event": "sank", 
/**
 *Where.
 */
hex: string, 
/**
 *The bears.
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
 *Helicopters at the bases before.
 */
helicopters: number, }
  | { "event": "tile_gone", 
/**
 *Where.
 */
hex: string, 
/**
 *The Ice Tile or ice float.
 */
tile: string, }
  | { "event": "cooled", 
/**
 *By how many degrees.
 */
by: number, 
/**
 *The temperature now.
 */
to: number, }
  | { "event": "actions_ended", 
/**
 *The ship.
 */
ship: string, 
/**
 *Actions that are given up.
 */
unused: number, }
  | { "event": "blue_die", 
/**
 *What it shows.
 */
number: number, }
  | { "event": "warmer", 
/**
 *What is added to the red die.
 */
extra: number, }
  | { "event": "born", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, 
/**
 *Where.
 */
hex: string, 
/**
 *How many cubs.
 */
count: number, 
/**
 *How many of them have room on the tile.
 */
stay: number, }
  | { "event": "cub_placed", 
/**
 *Where it was; a newborn cub was born there.
 */
from: string, 
/**
 *Where it is now.
 */
to: string, }
  | { "event": "growth", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, 
/**
 *Where.
 */
hex: string, 
/**
 *How many cubs.
 */
count: number, }
  | { "event": "grew", 
/**
 *Where.
 */
hex: string, 
/**
 *The adult.
 */
bear: string, }
  | { "event": "shortage", 
/**
 *What is added to the red die.
 */
extra: number, }
  | { "event": "red_die", 
/**
 *What it shows.
 */
pips: number, 
/**
 *What is added to the red die.
 */
extra: number, 
/**
 *The temperature before.
 */
from: number, 
/**
 *The temperature now.
 */
to: number, }
  | { "event": "melting", 
/**
 *The number of the Ice Tile or Alert Token.
 */
number: number, 
/**
 *Where.
 */
hex: string, }
  | { "event": "over", 
/**
 *Why.
 */
ending: "won" | "sunk" | "heat" | "limit", 
/**
 *Data Tokens collected.
 */
collected: number, };

export type IceBreakersEvent = { "event": "laid", 
/**
 *Where.
 */
space: string, 
/**
 *The number of the piece.
 */
number: number, }
  | { "event": "docked", 
/**
 *The ship.
 */
ship: number, 
/**
 *Where it begins.
 */
harbour: string, }
  | { "event": "put_under", 
/**
 *The ship.
 */
ship: number, }
  | { "event": "dealt_anew", 
/**
 *The ship.
 */
ship: number, }
  | { "event": "waits", 
/**
 *The card.
 */
card: string, 
/**
 *The destination.
 */
harbour: string, }
  | { "event": "joins_row", 
/**
 *The card.
 */
card: string, }
  | { "event": "dealt", 
/**
 *To whom.
 */
seat: number, 
/**
 *The card.
 */
card: string, }
  | { "event": "forecast", 
/**
 *The report.
 */
report: string, }
  | { "event": "opened", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The card.
 */
card: string, 
/**
 *The points that the card gives.
 */
points: number, }
  | { "event": "passed", 
/**
 *Who does it.
 */
seat: number, 
/**
 *Passes in a row under the last report, with this one; 0 before the last report.
 */
passes: number, }
  | { "event": "added", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The card.
 */
card: string, 
/**
 *The points that are left.
 */
points: number, }
  | { "event": "cashed", 
/**
 *Who does it.
 */
seat: number, 
/**
 *How many cards the seat cuts.
 */
cuts: number, }
  | { "event": "cut", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The card.
 */
card: string, }
  | { "event": "broke", 
/**
 *Who does it.
 */
seat: number, 
/**
 *Where.
 */
space: string, 
/**
 *The number of the piece, which is its price.
 */
number: number, 
/**
 *The points that are left.
 */
points: number, }
  | { "event": "moved", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The ship.
 */
ship: number, 
/**
 *Where it was.
 */
from: string, 
/**
 *Where it is now.
 */
to: string, }
  | { "event": "arrived", 
/**
 *The ship.
 */
ship: number, 
/**
 *How many ships have been brought in, this one included.
 */
home: number, }
  | { "event": "collected", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The card.
 */
card: string, 
/**
 *The destination.
 */
harbour: string, 
/**
 *Does the card come from the right end of the row? If not, it waited at the harbour.
 */
row: boolean, }
  | { "event": "gave", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The card.
 */
card: string, 
/**
 *Who receives it.
 */
to: number, }
  | { "event": "ended", 
/**
 *Who does it.
 */
seat: number, 
/**
 *The points that were not used.
 */
points: number, }
  | { "event": "in_effect", 
/**
 *The report.
 */
report: string, 
/**
 *The water that turns to ice.
 */
spaces: string[], }
  | { "event": "stuck", 
/**
 *The ship.
 */
ship: number, 
/**
 *Where it is.
 */
place: string, 
/**
 *The number of the piece.
 */
number: number, }
  | { "event": "turn_of", 
/**
 *Who does it.
 */
seat: number, }
  | { "event": "all_home", 
/**
 *How many turns it had.
 */
turns: number, }
  | { "event": "out_of_power", 
/**
 *How many ships have been brought in.
 */
home: number, }
  | { "event": "passed_round", 
/**
 *How many ships have been brought in.
 */
home: number, };

export type PolarRollerEvent = { "event": "glacier_die", 
/**
 *Who rolls it.
 */
seat: number, 
/**
 *The round, from 1.
 */
round: number, 
/**
 *What it shows.
 */
face: number, 
/**
 *The two shapes on this face.
 */
shapes: [string, string], }
  | { "event": "apart", 
/**
 *Whose sheet it is.
 */
seat: number, }
  | { "event": "short", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *How many it has: none or one.
 */
melts: number, }
  | { "event": "melted", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *Which glacier.
 */
glacier: string, }
  | { "event": "polar_dice", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *What they show.
 */
dice: [number, number], }
  | { "event": "took", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *Whose die it is.
 */
from: number, 
/**
 *On which side this neighbour sits.
 */
side: string, 
/**
 *Which of the neighbour's two dice it is.
 */
die: string, 
/**
 *What it shows.
 */
number: number, }
  | { "event": "penguin", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *On which cliff.
 */
cliff: number, 
/**
 *The number that was used up.
 */
number: number, 
/**
 *Was that number the neighbour's?
 */
borrowed: boolean, 
/**
 *Did it catch a fish?
 */
fish: boolean, }
  | { "event": "orca", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *In which pool.
 */
pool: string, 
/**
 *The number that was used up.
 */
number: number, 
/**
 *Was that number the neighbour's?
 */
borrowed: boolean, }
  | { "event": "bear", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *Which glacier.
 */
glacier: string, 
/**
 *The number that was used up.
 */
number: number, 
/**
 *Was that number the neighbour's?
 */
borrowed: boolean, }
  | { "event": "ate", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *What the number was.
 */
from: number, 
/**
 *What it is now.
 */
to: number, }
  | { "event": "crossed", 
/**
 *Whose sheet it is.
 */
seat: number, 
/**
 *Which one.
 */
number: number, 
/**
 *Was that number the neighbour's?
 */
borrowed: boolean, }
  | { "event": "done", 
/**
 *Whose sheet it is.
 */
seat: number, }
  | { "event": "round_over", 
/**
 *The round, from 1.
 */
round: number, }
  | { "event": "over" };

/** What happens, in any game. */
export type GameEvent = FloesEvent | RescueEvent | IceBreakersEvent | PolarRollerEvent;
