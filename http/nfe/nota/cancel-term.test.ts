import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../../fixtures/test-clock'
import { call, ids, invoiced, ok, openIssuer, run, sefaz, sent, server } from './issuing.fixture'

/** Until when a note may be cancelled, with the clock moved: by state and model, by what the company has set, and late where the state registers that. */

const clock = testClock(new Date().toISOString())
const now = () => new Date(clock.now())
const REASON = { xJust: 'Cliente desistiu da compra' }
const MINUTE_MS = 60_000
const HOUR = 60

beforeAll(async () => {
  await openIssuer({ now }, { clock })
})
afterAll(async () => {
  await sefaz.stop()
  await server.close()
})

async function authorised(head: object = {}) {
  const { note } = await invoiced(head)
  const after = await sent(note.id)
  expect(after).toMatchObject({ status: 3, xMotivo: expect.any(String) })
  return after
}
const later = (minutes: number) => clock.set(new Date(now().getTime() + minutes * MINUTE_MS).toISOString())
const cancel = (id: number, more = '') => call('POST', `/api/nfe/nfe/${id}/cancela${more}`, REASON)
const company = (values: object) => ok('PUT', `/api/empresa/${server.empresa_id}`, values)

describe('the term of a note', () => {
  it('is its state’s: seven days in Paraná, and what is past them is told with the limit and the way out', async () => {
    const [one, other] = [await authorised(), await authorised()]
    later(7 * 24 * HOUR - 1)
    expect((await cancel(one.id)).status).toBe(200)
    expect(await sent(one.id)).toMatchObject({ status: 5, cStat: '155' })
    later(2)
    expect(await cancel(other.id)).toMatchObject({
      status: 400,
      body: {
        code: 'too_late',
        message: 'O cancelamento da NF-e só é aceito até 7 dias depois da autorização: emita a nota de devolução.',
      },
    })
  })

  it('is thirty minutes for an NFC-e', async () => {
    const head = { geraNFe: 3, cliente_id: ids.consumer }
    const [one, other] = [await authorised(head), await authorised(head)]
    later(29)
    expect((await cancel(one.id)).status).toBe(200)
    expect((await sent(one.id)).status).toBe(5)
    later(2)
    expect((await cancel(other.id)).body.message).toBe(
      'O cancelamento da NFC-e só é aceito até 30 minutos depois da autorização: emita a nota de devolução.',
    )
  })

  it('is the company’s own where it has set one', async () => {
    await company({ cancela_nfe_horas: 2, cancela_nfce_minutos: 60 })
    const note = await authorised()
    const receipt = await authorised({ geraNFe: 3, cliente_id: ids.consumer })
    later(61)
    expect((await cancel(receipt.id)).body.message).toContain('até 1 hora depois')
    later(60)
    expect((await cancel(note.id)).body.message).toContain('até 2 horas depois')
    await company({ cancela_nfe_horas: null, cancela_nfce_minutos: null })
    expect((await cancel(note.id)).status).toBe(200)
  })
})

describe('a late cancellation', () => {
  it('goes where the state registers it, with the sequence that it asks for, and says before that it is late', async () => {
    await run(
      `insert into municipio (id, "xMun", "UF") values (3106200, 'Belo Horizonte', 'MG') on conflict do nothing`,
    )
    await company({ UF: 'MG', cMun: 3106200, IE: '0623079040081', CEP: '30130000' })
    const [one, other] = [await authorised({ cliente_id: ids.far }), await authorised({ cliente_id: ids.far })]
    later(25 * HOUR)
    const trial = await cancel(one.id, '?simula=1')
    expect(JSON.stringify(trial.body)).toContain('Passou o prazo de 24 horas')
    expect((await cancel(one.id)).status).toBe(200)
    expect(await sent(one.id)).toMatchObject({ status: 5, cStat: '155' })
    expect(sefaz.state.eventsOf(one.chNFe).map(({ nSeqEvento }) => nSeqEvento)).toEqual(['2'])
    later(6 * 24 * HOUR)
    expect((await cancel(other.id)).body.code).toBe('too_late')
  })
})
