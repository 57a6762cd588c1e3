import { expect, it } from 'vitest'
import { call, issuerTest, ok, run, sefaz, server } from '../nota/issuing.fixture'
import { byHand, consumerBeyond, guideById, GUIDES, portalHas, sentGuide, settled, soldBeyond } from './guides.fixture'

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
  expect(await sentGuide(id)).toMatchObject({ status: 2, problemas: [{ cStat: '102' }] })
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

it.each([
  ['T', ['21', '22']],
  ['A', ['11', '12', '21', '22']],
] as const)(
  'a state that asks for totals (%s) is told them, and nothing of a day that it does not ask',
  async (valor, kinds) => {
    sefaz.gnre.rules.set('BA 100099', { descricao: 'ST', documento: ['10'], fecp: 'S', valor, vencimento: false })
    await run('delete from gnre_regra')
    const { id } = await byHand({ nDocOrigem: String(++origin), vFCP: 4.5, dVencimento: '2090-12-20' })
    expect(await sentGuide(id)).toMatchObject({ status: 3, valorGNRE: 90 })
    const xml = sefaz.gnre.state.guides.find((one) => one.identificador === String(id))?.xml ?? ''
    expect([...xml.matchAll(/<valor tipo="(\d+)">/g)].map(([, kind]) => kind)).toEqual(kinds)
    expect(xml).not.toContain('dataVencimento')
    sefaz.gnre.rules.clear()
    await run('delete from gnre_regra')
  },
)

it('a lot whose answer got lost tells of each guide: of what was taken, and of what was refused', async () => {
  const OF_DIFAL = { descricao: 'DIFAL', documento: ['22'], fecp: 'N' } as const
  sefaz.gnre.rules.set('SP 100102', OF_DIFAL)
  await run('delete from gnre_regra')
  const customer = await consumerBeyond()
  expect((await soldBeyond(customer)).guides.map(({ status }: { status: number }) => status)).toEqual([3, 3])
  sefaz.gnre.rules.set('SP 100129', { ...OF_DIFAL, produto: true })
  sefaz.gnre.faults.treat({ service: 'lot', cut: 'after' })
  const { guides } = await soldBeyond(customer)
  expect(guides).toMatchObject([
    { receita: '100102', status: 3 },
    { receita: '100129', status: 2, problemas: [{ message: expect.stringMatching(/confira no portal/) }] },
  ])
  sefaz.gnre.rules.clear()
  await run('delete from gnre_regra')
})

it('a guide whose state cannot be asked for its rules is refused in the end, and sent again by hand', async () => {
  await run('delete from gnre_regra')
  const id = await fresh()
  sefaz.gnre.faults.treat(...Array.from({ length: 40 }, () => ({ service: 'rules', status: 503 }) as const))
  await ok('POST', `${GUIDES}/${id}/envia`)
  for (let round = 0; round < 3; round++) await settled()
  expect(await guideById(id)).toMatchObject({ status: 2 })
  sefaz.gnre.faults.clear()
  await ok('POST', `${GUIDES}/${id}/corrige`)
  await settled()
  expect(await guideById(id)).toMatchObject({ status: 3 })
})

it('a lot that its state works at is asked for at an even pace, however often', async () => {
  const id = await fresh()
  sefaz.gnre.faults.treat({ service: 'lot', waits: 12 })
  await ok('POST', `${GUIDES}/${id}/envia`)
  const waits: unknown[] = []
  for (let round = 0; round < 8; round++) {
    await run(`update troca set "dhProxima" = date_trunc('second', now()) where status = 'na_fila'`)
    await server.runJobs()
    const [row] = await run(
      `select round(extract(epoch from "dhProxima" - now()) / 60) as minutes from troca where tipo = 'gnre.resultado' and status = 'na_fila'`,
    )
    if (row) waits.push(Number(row.minutes))
  }
  expect(new Set(waits).size).toBe(1)
  await settled()
  expect(await guideById(id)).toMatchObject({ status: 3 })
})

it('a guide that waited for the rules of its state is not sent once its note was cancelled', async () => {
  const { note } = await soldBeyond(await consumerBeyond({ CNPJ_CPF: '11144477735' }))
  await run('delete from gnre_regra')
  const { id } = await byHand({ nDocOrigem: String(++origin) })
  await run(`update gnre set nfe_id = ${note.id} where id = ${id}`)
  sefaz.gnre.faults.treat({ service: 'rules', status: 503 })
  await ok('POST', `${GUIDES}/${id}/envia`)
  await ok('POST', `/api/nfe/nfe/${note.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
  await settled()
  expect([(await guideById(id)).status, times(id)]).toEqual([5, 0])
})
