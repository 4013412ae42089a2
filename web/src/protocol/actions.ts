// This file was generated from the games. Do not edit it.

export type FloesAction = { action: 'roll' }
  | { action: 'hop'; from: string; to: string; home: boolean }
  | { action: 'slide'; floe: string; to: string }
  | { action: 'bear'; bear: string; to: string }
  | { action: 'die'; label: string };

export type RescueAction = { action: 'sail'; to: string }
  | { action: 'load'; bear: string; from: string }
  | { action: 'data'; from: string }
  | { action: 'grab'; from: string }
  | { action: 'unload' }
  | { action: 'break'; hex: string }
  | { action: 'end' }
  | { action: 'upgrade'; ship: string; slot: string }
  | { action: 'use' }
  | { action: 'decline' }
  | { action: 'remove'; hex: string }
  | { action: 'lift'; bear: string; from: string }
  | { action: 'enough' }
  | { action: 'flee'; bear: string; to: string }
  | { action: 'place'; to: string }
  | { action: 'board'; bear: string }
  | { action: 'grow'; sex: string }
  | { action: 'alert'; number: number }
  | { action: 'collect' }
  | { action: 'leave' };

export type IceBreakersAction = { action: 'power'; card: string }
  | { action: 'pass' }
  | { action: 'add'; card: string }
  | { action: 'cash' }
  | { action: 'clear'; space: string }
  | { action: 'move'; ship: number; to: string }
  | { action: 'give'; card: string; to: number }
  | { action: 'end' };

export type PolarRollerAction = { action: 'melt'; glacier: string }
  | { action: 'take'; side: string; die: string }
  | { action: 'penguin'; cliff: number }
  | { action: 'orca'; pool: string }
  | { action: 'bear'; glacier: string }
  | { action: 'eat'; from: number; to: number }
  | { action: 'cross'; number: number }
  | { action: 'done' };

/** What a seat does, in any game. */
export type GameAction = FloesAction | RescueAction | IceBreakersAction | PolarRollerAction;
