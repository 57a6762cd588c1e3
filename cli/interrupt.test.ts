import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { solveRoutes } from '../http/expedicao/solver/solve-routes'
import { interruptible } from './interrupt'

describe('a long calculation at the terminal', () => {
  const square = [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => Math.abs(a - b) * 10))
  const problem = {
    vehicles: [{ id: 1, start_index: 0 }],
    jobs: [1, 2, 3].map((id) => ({ id, location_index: id })),
    matrices: { car: { durations: square } },
  }

  it('gives its best when it is interrupted, and lets go of the signal', async () => {
    const terminal = new EventEmitter()
    const { result, interrupted } = await interruptible(terminal, (signal) =>
      solveRoutes(problem, { seconds: 600, signal, onProgress: () => terminal.emit('SIGINT') }),
    )
    expect([interrupted, result.summary.unassigned, result.summary.cost]).toEqual([true, 0, 30])
    expect(terminal.listenerCount('SIGINT')).toBe(0)
  })

  it('gives what it found when nobody interrupts it', async () => {
    const { interrupted } = await interruptible(new EventEmitter(), (signal) =>
      solveRoutes(problem, { iterations: 50, signal }),
    )
    expect(interrupted).toBe(false)
  })
})
