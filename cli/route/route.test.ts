import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startVroom } from '../../fixtures/simulators/vroom'
import { runPrumo } from '../../fixtures/run-prumo'

const folder = mkdtempSync(join(tmpdir(), 'prumo-route-'))
afterAll(() => rmSync(folder, { recursive: true }))

const prumo = (args: readonly string[], env: Record<string, string> = {}) =>
  runPrumo(['route', ...args], { folder, env })

const write = (name: string, value: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}
const town = write('town.json', {
  vehicles: [{ id: 1, start: [-49.27, -25.43], end: [-49.27, -25.43], capacity: [5] }],
  jobs: [1, 2, 3, 4, 5, 6].map((id) => ({ id, location: [-49.27 - id / 100, -25.43 + (id % 3) / 100], delivery: [1] })),
})

describe('prumo route', () => {
  it('solves a file, draws it, and its solution passes the check', async () => {
    const svg = join(folder, 'town.svg')
    const { code, out } = await prumo(['solve', town, '--seconds', '1', '--svg', svg])
    expect(code).toBe(0)
    const solution = JSON.parse(out)
    expect(solution.summary).toMatchObject({ routes: 1, unassigned: 1 })
    expect(solution.unassigned[0].reason).toBe('capacity')
    expect(readFileSync(svg, 'utf8').match(/<circle /g)).toHaveLength(5)
    const checked = await prumo(['check', town, write('solution.json', solution)])
    expect([checked.code, JSON.parse(checked.out).valid]).toEqual([0, true])
    solution.routes[0].steps[2].arrival += 60
    expect((await prumo(['check', town, write('wrong.json', solution)])).code).toBe(1)
  })

  it('asks a VROOM server where it is told to, and says when there is none', async () => {
    const vroom = startVroom()
    const { code, out } = await prumo(['solve', town, '--engine', 'vroom', '--seconds', '1'], { VROOM_URL: vroom.url })
    expect([code, JSON.parse(out).summary.unassigned]).toEqual([0, 1])
    expect(vroom.asked).toHaveLength(1)
    const durations = [
      [0, 9],
      [9, 0],
    ]
    const older = write('older.json', {
      vehicles: [{ id: 1, start_index: 0, steps: [{ type: 'job', id: 1, pinned: true }] }],
      jobs: [{ id: 1, location_index: 1 }],
      matrix: durations,
    })
    const byVroom = (file: string) => prumo(['solve', file, '--engine', 'vroom'], { VROOM_URL: vroom.url })
    const answered = await byVroom(older)
    expect([answered.code, answered.err.includes('(pinned)')]).toEqual([0, true])
    expect(await byVroom(write('away.json', { vehicles: [{ id: 1, start: [0, 0] }], jobs: [] }))).toMatchObject({
      code: 1,
    })
    await vroom.stop()
    expect((await prumo(['solve', town, '--engine', 'vroom'], { VROOM_URL: vroom.url })).code).toBe(3)
    expect((await prumo(['solve', town, '--engine', 'vroom'])).err).toContain('VROOM_URL')
  })

  it.each([
    [2, ['solve']],
    [2, ['solve', town, '--seconds', 'x']],
    [2, ['solve', town, '--engine', 'other']],
    [1, ['solve', write('broken.json', '{')]],
    [1, ['solve', write('empty.json', { vehicles: [], jobs: [] })]],
    [3, ['solve', join(folder, 'none.json')]],
  ])('%i for %j', async (code, args) => {
    const { code: got, err } = await prumo(args)
    expect(got, err).toBe(code)
    expect(err).not.toBe('')
  })
})
