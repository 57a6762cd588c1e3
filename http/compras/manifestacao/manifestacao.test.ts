import { beforeAll, describe, expect, it } from 'vitest'
import { noteXml } from '../../../core/fiscal/issue/note-xml'
import { paid, SAMPLE_ITEM, SAMPLE_NOTE } from '../../../core/fiscal/issue/notes.fixture'
import { testPair } from '../../../fixtures/certificates'
import { testCnpj } from '../../../fixtures/test-server'
import { call, issuerTest, ok, run, sefaz, server } from '../../nfe/nota/issuing.fixture'
import { authorise } from '../../nfe/sefaz/client'
import { sign } from '../../nfe/sefaz/sign'

/** What is said of notes that were received: by itself where the company wants it, and by hand. */

issuerTest()

const PATH = '/api/compras/nfe_compra'
let numbers = 0

beforeAll(async () => {
  await ok('PUT', `/api/empresa/${server.empresa_id}`, { busca_notas: true })
})

/** A supplier's note to our company, authorised by the authority, which tells us of it by a summary. */
async function supplied(line: object = {}): Promise<string> {
  const note = paid({
    ...SAMPLE_NOTE,
    nNF: String(++numbers),
    dhEmi: new Date(Date.now() - 120_000 - 3 * 3_600_000).toISOString().replace(/\.\d+Z$/, '-03:00'),
    dest: { ...SAMPLE_NOTE.dest!, CNPJ_CPF: testCnpj(1), xNome: 'Empresa de Teste Ltda' },
    items: [{ ...SAMPLE_ITEM, ...line }],
    respTec: { CNPJ: '11222333000181', xContato: 'Suporte', email: 'suporte@prumo.example', fone: '4133330000' },
  })
  const { xml, chNFe } = noteXml(note)
  const pair = testPair()
  const at = {
    UF: 'SP',
    tpAmb: '2',
    mod: '55',
    tpEmis: '1',
    pair,
    services: server.services,
    timeoutMs: 10_000,
  } as const
  const { answer } = await authorise(at, { idLote: '1', notes: [sign(xml, pair)] })
  expect(answer.protocols[0] ?? answer).toMatchObject({ cStat: '100' })
  return chNFe
}

/** Fetches what is new, as the clock does every hour, and lets what follows go out. */
async function fetched() {
  await run('update dfe_cursor set "dhProxima" = null')
  sefaz.state.given.clear()
  await call('GET', `${PATH}/all/updateDFe`, undefined, { 'X-Requested-With': 'XMLHttpRequest' })
  await server.runJobs()
  await server.runJobs()
}
const invoiceOf = async (chave: string) =>
  (await ok('GET', `${PATH}?where=${encodeURIComponent(JSON.stringify({ chave }))}`)).data[0]
const said = (id: number) =>
  run(`select "tpEvento", situacao, "cStat" from nfe_compra_manifestacao where nfe_compra_id = ${id} order by id`)

describe('a company that has its notes fetched', () => {
  it('knows of a summary by itself, gets the whole of the note, and confirms it when its goods are in', async () => {
    const chave = await supplied()
    await fetched()
    const summary = await invoiceOf(chave)
    expect(summary).toMatchObject({ resumo: true, manifestacao: '210210' })
    expect(await said(summary.id)).toEqual([{ tpEvento: '210210', situacao: 'registrado', cStat: '135' }])
    await fetched()
    expect(await invoiceOf(chave)).toMatchObject({ resumo: false, id: summary.id })
    await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      codigo: 'A',
      xArmazenamento: 'A',
      padrao: true,
    })
    await ok('POST', '/api/tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
    const { entrada_id } = await ok('POST', `${PATH}/${summary.id}/processarImportacao`, {})
    await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
    await server.runJobs()
    expect(await invoiceOf(chave)).toMatchObject({ manifestacao: '210200' })
    expect(await said(summary.id)).toHaveLength(2)
  })

  it('takes in by itself, where it wants so, what is all known by its codes, and leaves the rest to a person', async () => {
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { importa_notas: true })
    const chaves = [await supplied(), await supplied({ cProd: 'NOVO', xProd: 'Mercadoria que ninguém viu' })]
    await fetched()
    await fetched()
    const [known, unknown] = await Promise.all(chaves.map(invoiceOf))
    expect(known).toMatchObject({ status: 4, entrada_id: expect.any(Number) })
    expect(unknown).toMatchObject({ status: 0, resumo: false, entrada_id: null })
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { importa_notas: false })
  })

  it('says nothing by itself where it wants to say it itself; each thing once, and the last word may be changed once', async () => {
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { manifesta_notas: false })
    const chave = await supplied()
    await fetched()
    const { id } = await invoiceOf(chave)
    expect(await said(id)).toEqual([])
    const say = (tpEvento: string) => call('POST', `${PATH}/${id}/manifesta`, { tpEvento })
    expect((await say('210210')).body).toEqual({ message: 'Ciência da operação enviada à SEFAZ.' })
    expect((await say('210210')).body.code).toBe('waiting')
    await server.runJobs()
    expect((await say('210210')).body.code).toBe('said')
    expect((await say('210240')).body.errors).toEqual({ tpEvento: ['Valor inválido.'] })
    await say('210200')
    await server.runJobs()
    expect(await invoiceOf(chave)).toMatchObject({ manifestacao: '210200' })
    const refuse = (body: object) => call('POST', `${PATH}/${id}/recusarDFe`, body)
    expect((await refuse({ xJust: 'curta' })).body.message).toBe('A Justificativa precisa ter no mínimo 15 caracteres.')
    const xJust = 'A mercadoria não foi entregue.'
    expect((await refuse({ xJust, tpEvento: '210240' })).status).toBe(200)
    await server.runJobs()
    expect(await invoiceOf(chave)).toMatchObject({ status: 1, manifestacao: '210240', xJust })
    expect((await say('210200')).body.code).toBe('too_many')
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { manifesta_notas: true })
  })

  it('what got no answer is sent again, and the authority’s word that it was said before is the answer', async () => {
    sefaz.faults.treat({ service: 'event', cut: 'after' })
    const chave = await supplied()
    await fetched()
    const { id } = await invoiceOf(chave)
    expect(await said(id)).toMatchObject([{ situacao: 'enviando' }])
    await run(
      `update troca set "dhProxima" = date_trunc('second', now()) where status in ('na_fila', 'incerta', 'recebida')`,
    )
    await server.runJobs()
    expect(await said(id)).toEqual([{ tpEvento: '210210', situacao: 'registrado', cStat: '573' }])
  })
})
