import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceXml } from '../../../fixtures/nfe/invoice'
import { readPdf } from '../../../fixtures/read-pdf'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

/** A supplier's invoice: what its import may name, and what can still be done with it. */

let server: TestServer
let both: TestServer['admin']
let ids: { venda: number; elsewhere: number }
let other = 0
const PATH = '/api/compras/nfe_compra'
const REFUSE = { xJust: 'Mercadoria não foi pedida' }

/** Calls of somebody of both companies, in the first. */
const call: TestServer['admin'] = (method, path, body) =>
  both(method, path, body, { 'X-Empresa': String(server.empresa_id) })

beforeAll(async () => {
  server = await testServer()
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Filial', xFant: 'Filial', UF: 'PR' })).id
  both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, other] })
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  const venda = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })
  const shelf = { codigo: 'A', xArmazenamento: 'Principal', padrao: true }
  await server.insert('armazenamento', { ...shelf, empresa_id: server.empresa_id })
  const elsewhere = await server.insert('armazenamento', { ...shelf, empresa_id: other })
  ids = { venda: venda.id, elsewhere: elsewhere.id }
})
afterAll(() => server.close())

let number = 100
/** Uploads an invoice of one item; answers its id. */
async function received({ xProd = 'Parafuso', issued = '2026-11-10T09:30:00-03:00' } = {}): Promise<number> {
  const xml = invoiceXml({
    number: ++number,
    recipient: testCnpj(1),
    items: [{ cProd: 'P-1', xProd, qCom: '10.0000', vUnCom: '2.00', vProd: '20.00' }],
    vNF: '20.00',
  }).replace('2026-11-10T09:30:00-03:00', issued)
  const form = new FormData()
  form.append('file', new File([xml], 'nota.xml'))
  const answer = await call('POST', `${PATH}/uploadXML`, form)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const act = (id: number, action: string, body: object = {}) => call('POST', `${PATH}/${id}/${action}`, body)
const status = async (id: number) => (await call('GET', `${PATH}/${id}`)).body.status

/** Imports an invoice; answers the item of its entry. */
async function imported(id: number, choice: object = {}) {
  const made = await act(id, 'processarImportacao', { mercadoria_importacao_list: [{ nItem: 1, ...choice }] })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return (await call('GET', `/api/entrada/${made.body.entrada_id}`)).body.entrada_mercadorias[0]
}

describe('a note of goods that another company of the house sent', () => {
  it('is not imported: they wait in an entry already', async () => {
    const id = await received()
    const { chave } = (await call('GET', `${PATH}/${id}`)).body
    const { empresa_id } = server
    const operation = await server.insert('tipo_entrada_saida', { descricao: 'Entrada por transferência', tipo: 0 })
    const entry = await server.insert('entrada', {
      empresa_id,
      empresa_origem_id: empresa_id,
      tipo_entrada_saida_id: operation.id,
      chNFe: chave,
    })
    const { status: code, body } = await act(id, 'processarImportacao')
    expect([code, body.code, body.message]).toEqual([
      400,
      'transferred',
      `Esta nota é de uma transferência: receba a entrada nº ${entry.id}.`,
    ])
    expect(await status(id)).toBe(0)
  })
})

describe('a file that is too large', () => {
  it('is refused before it is read, and what is in the list beside it is taken', async () => {
    const big = new File([`<x>${' '.repeat(2 * 1024 * 1024)}</x>`], 'grande.xml')
    const form = new FormData()
    form.append('file', big)
    const alone = await call('POST', `${PATH}/uploadXML`, form)
    expect([alone.status, alone.body.code, alone.body.message]).toEqual([
      413,
      'too_large',
      'O arquivo é maior que 2 MB.',
    ])
    const good = new File([invoiceXml({ number: ++number, recipient: testCnpj(1), items: [], vNF: '0.00' })], 'b.xml')
    form.append('file', good)
    const both = await call('POST', `${PATH}/uploadXML`, form)
    expect(both.body.data.map((one: { code?: string }) => one.code)).toEqual(['too_large', 'damaged_xml'])
  })
})

describe('422 an import that names', () => {
  const item = (choice: object) => ({ mercadoria_importacao_list: [{ nItem: 1, ...choice }] })
  it.each([
    ['a location of another company', () => ({ armazenamento_id: ids.elsewhere }), 'armazenamento_id'],
    ['one for an item', () => item({ armazenamento_id: ids.elsewhere }), 'armazenamento_id'],
    ['a location that is not there', () => ({ armazenamento_id: 999_999 }), 'armazenamento_id'],
    ['an operation that is not there', () => ({ tipo_entrada_saida_id: 999_999 }), 'tipo_entrada_saida_id'],
    ['a product that is not there', () => item({ mercadoria_id: 999_999 }), 'mercadoria_id'],
  ])('%s', async (_, input, field) => {
    const id = await received()
    expect(await act(id, 'processarImportacao', input())).toMatchObject({
      status: 422,
      body: { errors: { [field]: ['Selecione um registro válido.'] } },
    })
    expect(await status(id)).toBe(0)
  })

  it('an operation of goods that go out', async () => {
    expect(await act(await received(), 'processarImportacao', { tipo_entrada_saida_id: ids.venda })).toMatchObject({
      status: 422,
      body: { errors: { tipo_entrada_saida_id: ['Selecione um tipo de operação de entrada.'] } },
    })
  })
})

describe('the conversion factor', () => {
  it('remembered of one product is not that of another, or of a new one', async () => {
    const known = await imported(await received(), { fatorConversao: 12 })
    expect(known).toMatchObject({ fatorConversao: 12, qTrib: 120 })
    expect(await imported(await received())).toMatchObject({ mercadoria_id: known.mercadoria_id, qTrib: 120 })
    const nut = await server.insert('mercadoria', { xProd: 'Porca' })
    expect(await imported(await received(), { mercadoria_id: nut.id })).toMatchObject({
      mercadoria_id: nut.id,
      fatorConversao: 1,
    })
    await imported(await received(), { mercadoria_id: nut.id, fatorConversao: 7 })
    expect(await imported(await received(), { mercadoria_id: nut.id })).toMatchObject({ fatorConversao: 7 })
    expect(await imported(await received(), { criar: true })).toMatchObject({ fatorConversao: 1, qTrib: 10 })
  })
})

describe('a long description', () => {
  it('is cut without halving a character', async () => {
    const before = 'a'.repeat(119)
    expect(await imported(await received({ xProd: `${before}😀` }), { criar: true })).toMatchObject({ xProd: before })
  })
})

describe('an invoice whose open entry is deleted', () => {
  it('waits again, and can be imported anew', async () => {
    const id = await received()
    const { entrada_id } = await imported(id)
    expect(await status(id)).toBe(4)
    expect((await call('DELETE', `/api/entrada/${entrada_id}`)).status).toBe(200)
    expect((await call('GET', `${PATH}/${id}`)).body).toMatchObject({ status: 0, entrada_id: null, dhImportacao: null })
    await imported(id)
    expect(await status(id)).toBe(4)
  })
})

describe('400', () => {
  /** An instant some hours ago, as an invoice tells it. */
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')

  it('cancelling more than 24 hours after issue', async () => {
    const late = await received({ issued: ago(25) })
    expect(await act(late, 'cancela', REFUSE)).toMatchObject({ status: 400, body: { code: 'too_late' } })
    const fresh = await received({ issued: ago(23) })
    expect(await act(fresh, 'cancela', REFUSE)).toMatchObject({ status: 200, body: { nNF: number } })
    expect([await status(late), await status(fresh)]).toEqual([0, 5])
  })

  it('doing anything with an invoice that was refused or cancelled', async () => {
    const refused = await received({ issued: ago(1) })
    expect((await act(refused, 'recusarDFe', REFUSE)).body).toMatchObject({ status: 1, xJust: REFUSE.xJust })
    for (const action of ['recusarDFe', 'cancela', 'processarImportacao'])
      expect(await act(refused, action, { xJust: 'Outra justificativa longa' }), action).toMatchObject({
        status: 400,
        body: { code: 'refused', message: 'Esta nota foi recusada.' },
      })
    expect((await call('GET', `${PATH}/${refused}`)).body).toMatchObject({ status: 1, xJust: REFUSE.xJust })
    const cancelled = await received({ issued: ago(1) })
    await act(cancelled, 'cancela', REFUSE)
    for (const action of ['recusarDFe', 'cancela', 'processarImportacao'])
      expect(await act(cancelled, action, REFUSE), action).toMatchObject({
        status: 400,
        body: { code: 'cancelled', message: 'Esta nota está cancelada.' },
      })
  })
})

describe('codes of the official tables', () => {
  it('are judged by the day of issue: what was not in force is told, and the note is taken', async () => {
    await server.insert('ncm', { codigo: '73181500', descricao: 'Parafusos', dFim: '2026-11-09' })
    const told = async (issued: string) =>
      (await act(await received({ issued }), 'getImportacaoXmlData')).body.avisos.filter((one: string) =>
        one.includes('NCM'),
      )
    expect(await told('2026-11-10T09:30:00-03:00')).toEqual([
      'Item 1, 73181500: NCM valeu até 09/11/2026: confira qual o substitui.',
    ])
    expect(await told('2026-11-09T09:30:00-03:00')).toEqual([])
  })
})

describe('the DANFE of an invoice', () => {
  const paper = async (id: number, token: string) => {
    const answer = await server.app.request(`${PATH}/${id}/printDanfeDFe`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  it('is shown as it was issued, and says when it was cancelled', async () => {
    const id = await received({ xProd: 'Arruela lisa', issued: new Date().toISOString() })
    const token = await server.token()
    const { answer, bytes } = await paper(id, token)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="DANFE-\d{44}\.pdf"$/)
    expect(readPdf(bytes).texts).toEqual(expect.arrayContaining(['Arruela lisa', 'Fornecedor Exemplo Ltda']))
    expect((await act(id, 'cancela', { xJust: 'Emitida para o cliente errado' })).status).toBe(200)
    expect(readPdf((await paper(id, token)).bytes).texts).toContain('NF-e CANCELADA')
  })

  it('404 for another company, and where there is none', async () => {
    const stranger = await server.user({ roles: ['admin'], empresas: [other] })
    const id = await received()
    expect((await stranger('GET', `${PATH}/${id}/printDanfeDFe`)).status).toBe(404)
    expect((await call('GET', `${PATH}/999999/printDanfeDFe`)).status).toBe(404)
  })
})
