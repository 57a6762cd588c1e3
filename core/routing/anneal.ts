import type { Model } from './model'
import { Search } from './search'

export function solveModel(
  model: Model,
  o: { seed: number; seconds: number; now: () => number; T0: number; TF: number },
) {
  const start = o.now()
  const s = new Search(model, o.seed)
  s.construct(new Uint8Array(model.tasks))
  const init = s.best
  const mean = s.state.cost / Math.max(1, s.state.served + s.state.used)
  const t0 = o.T0 * mean,
    tf = o.TF * mean
  let T = t0
  for (;;) {
    const f = (o.now() - start) / o.seconds
    if (f >= 1) break
    T = t0 * Math.pow(tf / t0, f)
    for (let i = 0; i < 64; i++) s.iterate(T)
  }
  let miss = 0
  const served = new Set(s.bestRoutes().flat())
  for (let t = 0; t < model.tasks; t++) if (!served.has(t)) miss += model.penalty[t] ?? 0
  return { best: s.best, iterations: s.iterations, cost: s.best - miss, init, missing: model.tasks - served.size }
}
