import { type Model, endOf, startOf } from './model'

/** What routes cost at least for their loads alone: for each task its share of a vehicle, there and back (after Haimovich and Rinnooy Kan, 1985). */
export function neededByLoads({ tasks, vehicles, demand, capacity, fixed, cost, side, point }: Model): number {
  const room = capacity.reduce((most, one) => Math.max(most, one), 0)
  if (room === 0) return 0
  const [start, end] = [point[startOf({ tasks }, 0)] ?? 0, point[endOf({ tasks, vehicles }, 0)] ?? 0]
  let total = 0
  for (let task = 0; task < tasks; task++) {
    const trip = (cost[start * side + task] ?? 0) + (cost[task * side + end] ?? 0) + (fixed[0] ?? 0)
    total += (trip * (demand[task] ?? 0)) / room
  }
  return total
}
