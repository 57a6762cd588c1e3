import { describe, expect, it } from 'vitest'
import {
  call,
  faults,
  hurried,
  ids,
  invoiced,
  issuerTest,
  noteById,
  ok,
  run,
  sefaz,
  sent,
  server,
} from './issuing.fixture'

issuerTest()

const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/nfe/${id}/${verb}`, body)
const REASON = { xJust: 'Cliente desistiu da compra' }

async function authorised() {
  const { venda_id, note } = await invoiced()
  const after = await sent(note.id)
  expect(after.status).toBe(3)
  return { venda_id, id: Number(note.id), note: after }
}
const titles = (venda_id: number) =>
  run(
    `select c."dhCancelamento" is not null as cancelada from contas_receber c join venda_duplicata d on d.conta_receber_id = c.id where d.venda_id = ${venda_id}`,
  )

describe('cancelling', () => {
  it('is asked of the authority; its answer alone cancels the note, and the sale with its receivables', async () => {
    const { id, venda_id } = await authorised()
    expect(await call('POST', `/api/venda/${venda_id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'has_note', message: 'Esta venda tem nota fiscal: cancele a nota, e a venda é cancelada com ela.' },
    })
    await ok('POST', `/api/nfe/nfe/${id}/cancela`, REASON)
    expect(await noteById(id)).toMatchObject({ status: 4 })
    expect((await ok('GET', `/api/venda/${venda_id}`)).status).toBe(4)
    expect(await sent(id)).toMatchObject({ status: 5, cStat: '135', xJustCancelamento: REASON.xJust })
    expect((await ok('GET', `/api/venda/${venda_id}`)).status).toBe(5)
    expect(await titles(venda_id)).toEqual([{ cancelada: true }])
    const kept = await run(`select tipo from nfe_xml where nfe_id = ${id} order by id`)
    expect(kept.map(({ tipo }) => tipo)).toEqual(['assinada', 'protocolo', 'evento', 'evento_protocolo'])
    expect(await faults()).toEqual([])
  })

  it('needs a reason of more than 15 characters', async () => {
    const { id } = await authorised()
    expect(await act(id, 'cancela', { xJust: 'quinze letras..' })).toMatchObject({
      status: 422,
      body: { message: 'O motivo do cancelamento precisa ter mais de 15 caracteres' },
    })
  })

  it('refused, the note stays as it was and may be asked again', async () => {
    const { id, venda_id } = await authorised()
    sefaz.faults.treat({ service: 'event', reject: '494' })
    await ok('POST', `/api/nfe/nfe/${id}/cancela`, REASON)
    expect(await sent(id)).toMatchObject({ status: 3, cStat: '494' })
    expect((await ok('GET', `/api/venda/${venda_id}`)).status).toBe(4)
    await ok('POST', `/api/nfe/nfe/${id}/cancela`, REASON)
    expect((await sent(id)).status).toBe(5)
  })

  it.each([
    ['the line breaks after it was taken', { cut: 'after' }],
    ['the line breaks before', { cut: 'before' }],
  ] as const)('%s: it is registered once', async (_, fault) => {
    const { id, note } = await authorised()
    sefaz.faults.treat({ service: 'event', ...fault })
    await ok('POST', `/api/nfe/nfe/${id}/cancela`, REASON)
    expect((await sent(id)).status).toBe(4)
    expect((await hurried(id)).status).toBe(5)
    expect(sefaz.state.eventsOf(note.chNFe)).toHaveLength(1)
  })
})

describe('a letter of correction', () => {
  it('is registered, numbered one after the other, and the next waits for the answer of the last', async () => {
    const { id } = await authorised()
    expect(await act(id, 'setCCe', { xCorrecao: 'curta' })).toMatchObject({ status: 422 })
    expect((await act(id, 'setCCe', { xCorrecao: 'Transportadora correta: Rápida Ltda' })).body.message).toContain(
      'enviada',
    )
    expect(await act(id, 'setCCe', { xCorrecao: 'Outra correção, que espera' })).toMatchObject({
      status: 400,
      body: { code: 'waiting' },
    })
    expect((await sent(id)).status).toBe(3)
    await ok('POST', `/api/nfe/nfe/${id}/setCCe`, { xCorrecao: 'Transportadora: Rápida Ltda; volumes: 2' })
    await sent(id)
    const { data } = await ok(
      'GET',
      `/api/nfe/nfe_evento?orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify({ nfe_id: id }))}`,
    )
    expect(data).toMatchObject([
      { nSeqEvento: 1, situacao: 'registrado', cStat: '135' },
      { nSeqEvento: 2, situacao: 'registrado', xTexto: 'Transportadora: Rápida Ltda; volumes: 2' },
    ])
    const { data: drafts } = await ok('GET', '/api/nfe/nfe?where={"status":2}')
    for (const one of drafts)
      expect(await act(one.id, 'setCCe', { xCorrecao: 'Texto que não vale aqui' })).toMatchObject({ status: 400 })
  })
})

describe('voiding numbers', () => {
  async function gap(): Promise<number> {
    sefaz.faults.treat({ service: 'authorise', reject: '302' })
    const { note } = await invoiced()
    await sent(note.id)
    await ok('POST', `/api/nfe/nfe/${note.id}/abandona`, { xJust: 'Cliente irregular na SEFAZ' })
    return Number(note.nNF)
  }
  const inutiliza = (body: object) =>
    call('POST', `/api/nfe/inutilizacao/${server.empresa_id}/inutiliza`, {
      nfe_serie_id: ids.serie,
      xJust: 'Nota abandonada por rejeição',
      ...body,
    })
  const gaps = async () => (await ok('GET', `/api/nfe/serie_numero/${ids.serie}/lacunas`)).data

  it('declares a gap to the authority, which makes it void; it is no gap any more', async () => {
    const n = await gap()
    expect(await gaps()).toEqual([{ de: n, ate: n }])
    const { status, body } = await inutiliza({ nIni: n, nFin: n })
    expect([status, body]).toEqual([200, { id: expect.any(Number), nIni: n, nFin: n }])
    expect(await gaps()).toEqual([])
    await server.runJobs()
    expect(await ok('GET', `/api/nfe/inutilizacao/${body.id}`)).toMatchObject({
      situacao: 'inutilizada',
      cStat: '102',
      serie: 1,
      mod: 55,
      uf: 'PR',
      nProt: expect.stringMatching(/^\d{15}$/),
    })
    expect(sefaz.state.voided).toHaveLength(1)
  })

  it('refused, the numbers are a gap again', async () => {
    const n = await gap()
    sefaz.faults.treat({ service: 'void', reject: '241' })
    const { body } = await inutiliza({ nIni: n, nFin: n })
    await server.runJobs()
    expect(await ok('GET', `/api/nfe/inutilizacao/${body.id}`)).toMatchObject({ situacao: 'recusada', cStat: '241' })
    expect(await gaps()).toEqual([{ de: n, ate: n }])
    // The first answer got lost: the second says that it had been done.
    sefaz.faults.treat({ service: 'void', cut: 'after' })
    const again = await inutiliza({ nIni: n, nFin: n })
    await server.runJobs()
    await run(`update troca set "dhProxima" = date_trunc('second', now()) where status = 'incerta'`)
    await server.runJobs()
    expect(await ok('GET', `/api/nfe/inutilizacao/${again.body.id}`)).toMatchObject({ situacao: 'inutilizada' })
  })

  it('422 for numbers with a document, a range the wrong way round, a short reason; 404 for a series of others', async () => {
    const { note } = await authorised()
    expect(await inutiliza({ nIni: note.nNF, nFin: note.nNF })).toMatchObject({
      status: 422,
      body: { errors: { nIni: [expect.stringContaining('com documento')] } },
    })
    expect(await inutiliza({ nIni: 999, nFin: 1000 })).toMatchObject({ status: 422 })
    expect((await inutiliza({ nIni: 9, nFin: 8 })).body.errors).toEqual({
      nFin: ['O número final vem antes do inicial.'],
    })
    expect(await inutiliza({ nIni: 1, nFin: 1, xJust: 'quinze letras..' })).toMatchObject({ status: 422 })
    expect((await inutiliza({ nfe_serie_id: 99_999, nIni: 1, nFin: 1 })).status).toBe(404)
    const mdfe = (await server.insert('serie_numero', { empresa_id: server.empresa_id, tpDoc: 4, serie: 1 })).id
    expect((await inutiliza({ nfe_serie_id: mdfe, nIni: 1, nFin: 1 })).body.errors.nfe_serie_id).toEqual([
      'Só séries de NF-e e de NFC-e são inutilizadas.',
    ])
  })
})
