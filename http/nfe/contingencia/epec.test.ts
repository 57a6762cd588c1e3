import { afterEach, describe, expect, it } from 'vitest'
import { call, faults, hurried, ids, invoiced, issuerTest, ok, run, sefaz, sent, server } from '../nota/issuing.fixture'
import { readPdf } from '../../../fixtures/read-pdf'

issuerTest()

const on = (more: object = { forma: 'EPEC' }) =>
  ok('POST', '/api/nfe/contingencia', { mod: 55, xJust: 'SEFAZ e SVC fora do ar desde cedo', ...more })
const off = (id: number) => ok('POST', `/api/nfe/contingencia/${id}/desliga`)
const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/nfe/${id}/${verb}`, body)
const signings = (id: number) =>
  run(`select xml, "chNFe" from nfe_xml where nfe_id = ${id} and tipo = 'assinada' order by id`)
/** What its paper says, without spaces. */
async function paperOf(id: number): Promise<string> {
  const answer = await server.app.request(`/api/nfe/print_danfe/${id}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  expect(answer.status).toBe(200)
  return readPdf(new Uint8Array(await answer.arrayBuffer()))
    .texts.join('')
    .replaceAll(/\s/g, '')
}

afterEach(async () => {
  sefaz.faults.up()
  await run('update contingencia set "dhFim" = "dhInicio" where "dhFim" is null')
})

/** With the authority down and EPEC on, a note that was announced; `end` brings the authority back. */
async function announced(head: object = {}) {
  sefaz.faults.down('PR', 'http')
  const { id } = await on()
  const { note, venda_id } = await invoiced(head)
  const end = async () => {
    sefaz.faults.up()
    await off(id)
  }
  return { id: Number(note.id), venda_id, note: await sent(note.id), end }
}

describe('a note by EPEC', () => {
  it('is announced to the national environment while the authority is down, goes with its paper, and is authorised under the same key when that is back', async () => {
    const { id, note, end } = await announced()
    expect(note).toMatchObject({ status: 8, tpEmis: 4, cStat: '136', dhEpec: expect.any(String) })
    expect(note.chNFe[34]).toBe('4')
    expect(Date.parse(note.dhLimite) - Date.parse(note.dhEmi)).toBe(168 * 3_600_000)
    const [event] = await run(`select "nProt", situacao from nfe_evento where nfe_id = ${id}`)
    expect(event).toMatchObject({ situacao: 'registrado', nProt: expect.stringMatching(/^\d{15}$/) })
    const paper = await paperOf(id)
    expect(paper).toContain('EPECREGULARMENTERECEBIDO')
    expect(paper).toContain(`PROTOCOLODOEPEC${String(event?.nProt)}`)
    expect(sefaz.state.notes.has(note.chNFe)).toBe(false)
    await end()
    expect(await sent(id)).toMatchObject({ status: 3, cStat: '100', chNFe: note.chNFe })
    expect(await paperOf(id)).toContain('PROTOCOLODEAUTORIZAÇÃODEUSO')
    expect(await signings(id)).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  it('before it was announced has a draft for a paper, and is no note that goods go with', async () => {
    sefaz.faults.down('*', 'http')
    const { id } = await on()
    const { note } = await invoiced()
    expect(await sent(note.id)).toMatchObject({ status: 1, tpEmis: 4 })
    expect(await paperOf(note.id)).not.toContain('EPECREGULARMENTERECEBIDO')
    sefaz.faults.up('*')
    sefaz.faults.down('PR', 'http')
    expect(await hurried(note.id)).toMatchObject({ status: 8 })
    sefaz.faults.up()
    await off(id)
    expect((await sent(note.id)).status).toBe(3)
  })

  it.each([
    ['the line breaks after it was taken', { cut: 'after' }],
    ['the line breaks in the middle of the answer', { cut: 'half' }],
    ['the line breaks before', { cut: 'before' }],
  ] as const)('%s: it is registered once', async (_, fault) => {
    sefaz.faults.treat({ service: 'epec', ...fault })
    const { id, note, end } = await announced()
    expect(note.status).toBe(1)
    expect((await hurried(id)).status).toBe(8)
    expect(sefaz.state.eventsOf(note.chNFe)).toHaveLength(1)
    await end()
    expect((await sent(id)).status).toBe(3)
  })

  it('whose answer got lost is asked for where the authority can tell', async () => {
    sefaz.faults.treat({ service: 'epec', cut: 'after' })
    const { id, note, end } = await announced()
    await end()
    const before = sefaz.calls.length
    expect((await hurried(id)).status).toBe(8)
    expect(sefaz.calls.slice(before)).not.toContain('epec PR')
    expect(await run(`select "nProt" from nfe_evento where nfe_id = ${id}`)).toEqual([
      { nProt: expect.stringMatching(/^\d{15}$/) },
    ])
    await ok('GET', `/api/nfe/nfe/${note.id}`)
  })

  it('whose announcement is refused is mended like any other, and may be given up', async () => {
    sefaz.faults.treat({ service: 'epec', reject: '142' })
    const { id, note, end } = await announced()
    expect(note).toMatchObject({ status: 2, cStat: '142', dhEpec: null })
    await end()
    await ok('POST', `/api/nfe/nfe/${id}/corrige`)
    expect(await sent(id)).toMatchObject({ status: 3, tpEmis: 1, nNF: note.nNF })
  })

  it('that its authority refuses keeps number, key and date; what was announced may not change, and it cannot be given up', async () => {
    const { id, note, end } = await announced()
    sefaz.faults.treat({ service: 'authorise', reject: '806' })
    await end()
    expect(await sent(id)).toMatchObject({ status: 2, cStat: '806' })
    expect(await act(id, 'abandona', { xJust: 'Não vale mais a pena' })).toMatchObject({
      status: 400,
      body: { code: 'has_left' },
    })
    await run(`update tributacao set "pICMS" = 11 where id = ${ids.rule}`)
    const refused = await act(id, 'corrige')
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body.errors)).toMatch(/o total do ICMS não pode mudar: era R\$.2,40/)
    await run(`update tributacao set "pICMS" = 12 where id = ${ids.rule}`)
    await ok('POST', `/api/nfe/nfe/${id}/corrige`)
    expect(await sent(id)).toMatchObject({ status: 3, chNFe: note.chNFe, tpEmis: 4, dhEmi: note.dhEmi })
  })

  it('is in the queue of those whose time ends, two days before', async () => {
    const { id, end } = await announced()
    const waiting = async () =>
      (await ok('GET', '/api/filas?area=nfe')).data.find((one: { nome: string }) => one.nome === 'notas_epec_prazo').qtd
    expect(await waiting()).toBe(0)
    await run(`update nfe set "dhLimite" = now() + interval '47 hours' where id = ${id}`)
    expect(await waiting()).toBe(1)
    await end()
    expect((await sent(id)).status).toBe(3)
    expect(await waiting()).toBe(0)
  })
})

describe('the contingency', () => {
  it('of an NF-e is SVC unless EPEC is told; of an NFC-e always off-line', async () => {
    for (const [body, told] of [
      [{ forma: undefined }, { tpEmis: 7, forma: 'SVC' }],
      [{ forma: 'EPEC' }, { tpEmis: 4, forma: 'EPEC' }],
      [
        { mod: 65, forma: 'EPEC' },
        { tpEmis: 9, forma: null },
      ],
    ] as const) {
      const made = await on(body)
      expect(await ok('GET', `/api/nfe/contingencia/${made.id}`)).toMatchObject(told)
      await off(made.id)
    }
    expect(
      await call('POST', '/api/nfe/contingencia', { mod: 55, xJust: 'SEFAZ fora do ar', forma: 'SCAN' }),
    ).toMatchObject({ status: 422 })
  })
})
