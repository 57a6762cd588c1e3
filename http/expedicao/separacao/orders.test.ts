import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWarehouse } from './picking.fixture'

/** Whatever people do to orders, in whatever order: the books stay true, and what was sold and cancelled lies where it lay. */

let w: Awaited<ReturnType<typeof openWarehouse>>
beforeAll(async () => (w = await openWarehouse()))
afterAll(() => w.server.close())

const act = fc.record({
  what: fc.constantFrom(
    'separa',
    'parte',
    'outro local',
    'falta',
    'desfaz',
    'confere',
    'corta',
    'reabre',
    'cancela',
    'agrupa',
    'desagrupa',
  ),
  at: fc.nat(50),
})

/** Does one thing to an order, its line or its sale, if it may be done; what is refused is refused whole. */
async function once({ what, at }: { what: string; at: number }, sales: readonly { sale: number; order: number }[]) {
  const [first, second] = [sales[at % sales.length], sales[(at + 1) % sales.length]]
  if (!first || !second) return
  const [document] = (await w.ok('GET', `/api/expedicao/separacao_venda?where={"venda_id":${first.sale}}`)).data
  const order = Number(document.separacao_id)
  const { tarefas } = await w.walk(order)
  const line = tarefas[at % Math.max(1, tarefas.length)]?.id ?? 0
  const answer =
    what === 'separa'
      ? await w.line(line, 'separa')
      : what === 'parte'
        ? await w.line(line, 'separa', { qTrib: 1 })
        : what === 'outro local'
          ? await w.line(line, 'separa', { qTrib: 1, armazenamento_id: w.ids.b })
          : what === 'falta'
            ? await w.line(line, 'separa', { qTrib: 1, motivo: 'falta' })
            : what === 'desfaz'
              ? await w.line(line, 'desfazSeparacao')
              : what === 'cancela'
                ? await w.call('POST', `/api/venda/${first.sale}/cancela`, {
                    xMotivoCancelamento: 'O cliente desistiu da compra.',
                  })
                : what === 'agrupa'
                  ? await w.act(0, 'agrupa', { ids: [order, second.order] })
                  : await w.act(order, what === 'corta' ? 'confere' : what, what === 'corta' ? { corta: true } : {})
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
}

it('fetched, undone, cut, joined, cancelled in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
      const id = await w.product()
      await w.entered(id, [
        { at: w.ids.a, q: 9 },
        { at: w.ids.b, q: 4 },
        { at: w.ids.c, q: 2 },
      ])
      const sales = [await w.sold([[id, 4]]), await w.sold([[id, 3]])]
      for (const one of acts) await once(one, sales)
      expect(await w.faults()).toEqual([])
      for (const { sale } of sales)
        await w.call('POST', `/api/venda/${sale}/cancela`, { xMotivoCancelamento: 'O cliente desistiu da compra.' })
      expect(await w.faults()).toEqual([])
      const lies = await Promise.all([w.ids.a, w.ids.b, w.ids.c].map((place) => w.lies(id, place)))
      expect(lies.reduce((sum, one) => sum + one, 0)).toBe(15)
    }),
    { numRuns: 8 },
  )
}, 60_000)
