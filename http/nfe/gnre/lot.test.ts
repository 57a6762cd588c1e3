import { expect, it } from 'vitest'
import { call, issuerTest, ok, run, sefaz } from '../nota/issuing.fixture'
import { byHand, guideById, GUIDES, portalHas, sentGuide, settled } from './guides.fixture'

issuerTest()

let origin = 100
/** A guide of a document that no other guide is of. */
const fresh = async (): Promise<number> => (await byHand({ nDocOrigem: String(++origin) })).id
const lots = () => sefaz.gnre.calls.filter((one) => one === 'lot').length
const times = (id: number) => portalHas().filter((one) => one === String(id)).length

it.each([
  ['cut before it was taken', { cut: 'before' }, 2],
  ['cut after it was taken', { cut: 'after' }, 1],
  ['cut in the middle of the answer', { cut: 'half' }, 1],
  ['an error of the server that took it', { fault: 'Receiver' }, 1],
  ['an error of what stands before it', { status: 502 }, 2],
  ['a refusal of the message itself', { fault: 'Sender' }, 2],
] as const)('%s: asked for before it is sent again, one guide at the portal', async (_name, treatment, sends) => {
  const id = await fresh()
  const before = lots()
  sefaz.gnre.faults.treat({ service: 'lot', ...treatment })
  expect(await sentGuide(id)).toMatchObject({ status: 3, linhaDigitavel: expect.stringMatching(/^\d{48}$/) })
  expect([times(id), lots() - before]).toEqual([1, sends])
})

it('a portal that took it and cannot be asked holds it up: nothing is sent again until it answers', async () => {
  const id = await fresh()
  const before = lots()
  sefaz.gnre.faults.treat(
    { service: 'lot', cut: 'after' },
    { service: 'query', status: 503 },
    { service: 'queryResult', cut: 'before' },
  )
  expect(await sentGuide(id)).toMatchObject({ status: 3 })
  expect([times(id), lots() - before]).toEqual([1, 1])
})

it('a lot that the portal forgot goes again', async () => {
  const id = await fresh()
  sefaz.gnre.faults.treat({ service: 'lot', cut: 'after', forget: true })
  expect(await sentGuide(id)).toMatchObject({ status: 3 })
  expect(times(id)).toBe(1)
})

it('a result that waits is asked for by the receipt, as long as a guide is with its state', async () => {
  const id = await fresh()
  const before = lots()
  sefaz.gnre.faults.treat({ service: 'lot', waits: 4 }, { service: 'lotResult', cut: 'half' })
  await ok('POST', `${GUIDES}/${id}/envia`)
  await settled()
  expect(await guideById(id)).toMatchObject({ status: 3 })
  expect(lots() - before).toBe(1)
})

it('a lot that is refused as a whole tells why, and is mended', async () => {
  const id = await fresh()
  sefaz.gnre.faults.treat({ service: 'lot', reject: '102' })
  expect(await sentGuide(id)).toMatchObject({ status: 2, problemas: [{ codigo: '102' }] })
  await ok('POST', `${GUIDES}/${id}/corrige`)
  await settled()
  expect(await guideById(id)).toMatchObject({ status: 3 })
})

it('a guide without a document of origin cannot be asked for: a person looks before it goes again', async () => {
  sefaz.gnre.rules.set('BA 100099', { descricao: 'ST' })
  await run('delete from gnre_regra')
  const { id } = await byHand({ tpDocOrigem: null, nDocOrigem: null })
  sefaz.gnre.faults.treat({ service: 'lot', cut: 'after' })
  expect(await sentGuide(id)).toMatchObject({
    status: 2,
    problemas: [{ message: expect.stringMatching(/confira no portal/) }],
  })
  expect(times(id)).toBe(1)
  sefaz.gnre.rules.clear()
  await run('delete from gnre_regra')
})

it('what was answered is not sent again, whatever becomes of its request', async () => {
  const id = await fresh()
  await sentGuide(id)
  const before = lots()
  await run(
    `update troca set status = 'na_fila', resposta = null, "dhProxima" = now() where tipo = 'gnre.lote' and registro_id = ${id}`,
  )
  await settled()
  expect([lots() - before, times(id)]).toEqual([0, 1])
  expect((await call('POST', `${GUIDES}/${id}/consulta`)).body.code).toBe('ready')
})

it('a guide that waits is asked for at once where somebody wants it', async () => {
  const id = await fresh()
  await ok('POST', `${GUIDES}/${id}/envia`)
  expect((await ok('POST', `${GUIDES}/${id}/consulta`)).message).toMatch(/consultado agora/)
  await settled()
  expect(await guideById(id)).toMatchObject({ status: 3 })
})
