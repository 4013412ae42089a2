// The places at which the keys N and P stop.

/**
 * The stop after or before a place, round and round. From a place that is no stop it is the nearest one in that
 * direction of the given order, or else the first or the last.
 */
export function nextStop<Place>(
  stops: readonly Place[],
  place: Place,
  by: 1 | -1,
  order: readonly Place[] = [],
): Place | undefined {
  const index = stops.indexOf(place);
  if (index >= 0) return stops[(index + by + stops.length) % stops.length];
  const here = order.indexOf(place);
  const beyond = (stop: Place): boolean => (order.indexOf(stop) - here) * by > 0;
  return by > 0 ? (stops.find(beyond) ?? stops[0]) : (stops.findLast(beyond) ?? stops.at(-1));
}
