import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_ITEM, SAMPLE_NOTE } from '../../../core/fiscal/issue/notes.fixture'
import type { NfeReading } from '../../../core/fiscal/nfe-types'
import { noteXml } from '../../../core/fiscal/issue/note-xml'
import { readNfe } from '../../../core/fiscal/read-nfe'
import { testCnpj } from '../../../fixtures/test-server'
import { call, faults, ids, invoiced, issuerTest, noteById, ok, run, sent, server } from './issuing.fixture'

/** Goods that go back go with a note that mirrors the one that they came with, share by share; other outputs go with one by their operation. */

issuerTest()

const REASON = { xJust: 'Mercadoria veio com defeito' }
let [takesBack, supplier, shelf] = [0, 0, 0]
const cfop = (CFOP: string, destino = 1, st = 0) => ({ origem: 2, st, destino, CFOP })

beforeAll(async () => {
  const operation = async (values: object): Promise<number> => (await ok('POST', '/api/tipo_entrada_saida', values)).id
  const silent = { gera_financeiro: 'NAO_GERA', exige_referencia: true, finNFe: 4 }
  takesBack = await operation({
    ...silent,
    descricao: 'Devolução de venda',
    tipo: 0,
    cfop_list: [cfop('1202'), cfop('2202', 2), cfop('1411', 1, 2)],
  })
  await operation({
    ...silent,
    descricao: 'Devolução de compra',
    tipo: 1,
    cfop_list: [cfop('5202'), cfop('6202', 2), cfop('5411', 1, 2)],
  })
  const insert = async (resource: string, values: object) => (await server.insert(resource, { ...values })).id
  shelf = await insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A',
    xArmazenamento: 'A',
    padrao: true,
  })
  supplier = await insert('fornecedor', {
    xNome: 'Laticínios do Sul',
    CNPJ_CPF: testCnpj(70),
    IE: '1234567850',
    xLgr: 'Rua Um',
    nro: '10',
    xBairro: 'Centro',
    CEP: '80010000',
    UF: 'PR',
    cMun: 4106902,
  })
})

/** The last note of a document. */
async function noteOf(column: string, id: number) {
  const where = encodeURIComponent(JSON.stringify({ [column]: id }))
  return (await ok('GET', `/api/nfe/nfe?orderBy=id&sortedBy=desc&where=${where}`)).data[0]
}

/** What a note says, as it was signed. */
async function signed(id: number) {
  const [row] = await run(`select xml from nfe_xml where nfe_id = ${id} and tipo = 'assinada' order by id desc limit 1`)
  return { xml: String(row?.xml), read: readNfe(String(row?.xml)) }
}

/** An invoiced sale whose note is authorised, and its return of so many. */
async function sold(head: object = {}, line: object = {}) {
  const { venda_id, note } = await invoiced(head, line)
  await sent(note.id)
  return { venda_id, chNFe: (await noteById(note.id)).chNFe }
}

async function returned(venda_id: number, devolver: number, head: object = {}) {
  const [line] = (await ok('GET', `/api/venda/${venda_id}`)).venda_mercadorias
  const { id } = await ok('POST', '/api/comercial/venda_devolucao', {
    venda_id,
    geraNFe: 1,
    acaoEstoque: 0,
    devolucao_mercadoria_list: [{ venda_mercadoria_id: line.id, devolver }],
    ...head,
  })
  await ok('POST', `/api/comercial/venda_devolucao/${id}/finaliza`)
  return { id, note: await noteOf('venda_devolucao_id', id) }
}

describe('what a customer gives back', () => {
  it('comes in with our own note that mirrors its share of the sale, and refers to it', async () => {
    const { venda_id, chNFe } = await sold({}, { qTrib: 3, vUnTrib: 10 })
    const { id, note } = await returned(venda_id, 1)
    expect(note).toMatchObject({ status: 1, tpNF: 0, finNFe: 4, vNF: 10, problemas: null, natOp: 'Devolução de venda' })
    const { read } = await signed(note.id)
    expect(read).toMatchObject({ refNFe: [chNFe], idDest: '1', indFinal: '0', pagamentos: [{ tPag: '90' }] })
    expect(read.itens).toMatchObject([
      { CFOP: '1202', CST: '00', qCom: '1.0000', vProd: '10.00', vBC: '10.00', pICMS: '12.0000', vICMS: '1.20' },
    ])
    expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    expect(await call('POST', `/api/comercial/venda_devolucao/${id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: {
        code: 'has_note',
        message: 'Esta devolução tem nota fiscal: cancele a nota, e a devolução é cancelada com ela.',
      },
    })
    await ok('POST', `/api/nfe/nfe/${note.id}/cancela`, REASON)
    expect(await sent(note.id)).toMatchObject({ status: 5 })
    expect((await ok('GET', `/api/comercial/venda_devolucao/${id}`)).dhCancelamento).not.toBeNull()
    expect(await faults()).toEqual([])
  })

  it('in parts comes to the whole, to the cent; from another state as it went there', async () => {
    const { venda_id } = await sold({ cliente_id: ids.far }, { qTrib: 3, vUnTrib: 3.33, pDesconto: 10 })
    const notes: NfeReading[] = []
    for (const _ of [1, 2, 3]) {
      const { note } = await returned(venda_id, 1)
      notes.push((await signed(note.id)).read)
    }
    const [item] = (await ok('GET', `/api/venda/${venda_id}`)).venda_mercadorias
    expect(notes.map(({ itens: [one] }) => [one?.CFOP, one?.vProd])).toEqual([1, 2, 3].map(() => ['2202', '3.33']))
    const sum = (pick: (one: NfeReading) => string | null | undefined) =>
      notes.reduce((all, one) => all + Math.round(Number(pick(one) ?? 0) * 100), 0)
    expect(sum(({ total }) => total.vNF)).toBe(Math.round(item.vTotal * 100))
    const [whole] = (await signed((await noteOf('venda_id', venda_id)).id)).read.itens
    expect(sum(({ itens: [one] }) => one?.vICMS)).toBe(Math.round(Number(whole?.vICMS) * 100))
  })

  it('of a consumer whom nobody named comes from the company itself', async () => {
    const { venda_id } = await sold({ geraNFe: 3, cliente_id: ids.consumer })
    const { note } = await returned(venda_id, 1)
    const { read } = await signed(note.id)
    expect(read.dest.CNPJ).toBe(testCnpj(1))
    expect(await sent(note.id)).toMatchObject({ status: 3 })
  })

  it('keeps the note of its sale from being cancelled, which is said before the authority is asked', async () => {
    const { venda_id } = await sold()
    const { id } = await returned(venda_id, 1, { geraNFe: 0 })
    const note = await noteOf('venda_id', venda_id)
    expect(await call('POST', `/api/nfe/nfe/${note.id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'returned', message: `Cancele antes a devolução nº ${id}, que é desta venda.` },
    })
    expect(await noteById(note.id)).toMatchObject({ status: 3, dhPedidoCancelamento: null })
    expect(await run(`select 1 from nfe_evento where nfe_id = ${note.id}`)).toEqual([])
  })

  it('whose sale has no note here waits for its key, and is taxed by the rules', async () => {
    const { venda_id } = await invoiced({ geraNFe: 0 })
    const { id, note } = await returned(venda_id, 1)
    expect(note.status).toBe(0)
    expect(note.problemas.map((one: { message: string }) => one.message)).toContain(
      'A devolução pede a nota de origem.',
    )
    const { chNFe } = await sold()
    await ok('PUT', `/api/nfe/nfe/${note.id}`, { referencias: [chNFe] })
    await ok('POST', `/api/nfe/nfe/${note.id}/emite`)
    expect(await sent(note.id)).toMatchObject({ status: 3, vICMS: 1.2 })
    expect((await call('POST', `/api/comercial/venda_devolucao/${id}/emiteNFe`)).body.code).toBe('has_note')
  })
})

/** An entry of goods that came with a note of the supplier, of the normal regime: so many at R$ 10,00. */
async function received(line: object, qCom = 4, fatorConversao = 1) {
  const nNF = String(1000 + Math.floor(Math.random() * 100_000))
  const { xml, chNFe } = noteXml({
    ...SAMPLE_NOTE,
    nNF,
    emit: {
      ...SAMPLE_NOTE.emit,
      CNPJ_CPF: testCnpj(70),
      address: { ...SAMPLE_NOTE.emit.address, UF: 'PR', cMun: '4106902' },
    },
    items: [{ ...SAMPLE_ITEM, qCom: String(qCom), vUnCom: '10', vProd: String(qCom * 10), ...line }],
  })
  const values = { empresa_id: server.empresa_id, chave: chNFe, fornecedor_id: supplier, nNF: Number(nNF), serie: 1 }
  const stored = await server.insert('nfe_compra', values)
  await run(
    `insert into nfe_compra_xml (nfe_compra_id, empresa_id, xml, sha256) values (${stored.id}, ${server.empresa_id}, '${xml}', encode(sha256(convert_to('${xml}', 'UTF8')), 'hex'))`,
  )
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id: supplier,
    tipo_entrada_saida_id: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0 })).id,
    armazenamento_id: shelf,
    entrada_mercadorias: [{ mercadoria_id: ids.product, nItem: 1, qCom, vUnCom: 10, vProd: qCom * 10, fatorConversao }],
  })
  await run(`update entrada set nfe_compra_id = ${stored.id}, "chNFe" = '${chNFe}' where id = ${entry.id}`)
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  return { entry: await ok('GET', `/api/entrada/${entry.id}`), chNFe }
}

async function sentBack(
  entry: { id: number; entrada_mercadorias: { id: number }[] },
  qTrib: number,
  head: object = {},
) {
  const { id } = await ok('POST', '/api/estoque/devolucao', {
    entrada_id: entry.id,
    geraNFe: 1,
    devolucao_mercadoria_list: [{ entrada_mercadoria_id: entry.entrada_mercadorias[0]?.id, qTrib }],
    ...head,
  })
  await ok('POST', `/api/estoque/devolucao/${id}/finaliza`)
  return { id, note: await noteOf('devolucao_id', id) }
}

describe('what goes back to a supplier', () => {
  it('goes with a note that mirrors theirs: their price, base and rate, and the IPI apart', async () => {
    const { entry, chNFe } = await received({ cstIPI: '50', tax: { ...SAMPLE_ITEM.tax, pIPI: '10' } })
    const { id, note } = await sentBack(entry, 1)
    expect(note).toMatchObject({ status: 1, tpNF: 1, finNFe: 4, vNF: 11, xDest: 'Laticínios do Sul' })
    const { xml, read } = await signed(note.id)
    expect(read).toMatchObject({
      refNFe: [chNFe],
      dest: { CNPJ: testCnpj(70) },
      total: { vIPI: '0.00', vIPIDevol: '1.00' },
    })
    expect(read.itens).toMatchObject([
      { CFOP: '5202', CST: '00', qCom: '1.0000', vProd: '10.00', vBC: '10.00', vICMS: '1.80', vIPIDevol: '1.00' },
    ])
    expect(xml).toContain('<pDevol>25.00</pDevol>')
    expect(await sent(note.id)).toMatchObject({ status: 3 })
    await ok('POST', `/api/nfe/nfe/${note.id}/cancela`, REASON)
    await sent(note.id)
    expect((await ok('GET', `/api/estoque/devolucao/${id}`)).dhCancelamento).not.toBeNull()
    expect(await faults()).toEqual([])
  })

  it('with the tax that they withheld, counted in our unit, of which they wrote another', async () => {
    const st = { taxCode: '10', tax: { ...SAMPLE_ITEM.tax, pICMSST: '18', pMVAST: '40' } }
    const { entry } = await received(st, 2, 12)
    const { note } = await sentBack(entry, 6)
    const { read } = await signed(note.id)
    const [item] = read.itens
    expect(item).toMatchObject({ CFOP: '5411', CST: '10', uCom: 'UN', qCom: '0.5000', vProd: '5.00', vBC: '5.00' })
    expect(item).toMatchObject({ vBCST: '7.00', vICMSST: '0.36' })
    expect(read.total).toMatchObject({ vST: '0.36', vNF: '5.36' })
  })

  it('of a company of Simples is CSOSN 900 with their figures', async () => {
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { CRT: 1 })
    const { entry } = await received({})
    const { note } = await sentBack(entry, 4)
    const { read } = await signed(note.id)
    expect(read.itens).toMatchObject([{ CSOSN: '900', vBC: '40.00', pICMS: '18.0000', vICMS: '7.20' }])
    expect(await sent(note.id)).toMatchObject({ status: 3 })
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { CRT: 3 })
  })

  it('422 by an operation of what comes in', async () => {
    const { entry } = await received({})
    const answer = await call('POST', '/api/estoque/devolucao', {
      entrada_id: entry.id,
      tipo_entrada_saida_id: takesBack,
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { tipo_entrada_saida_id: ['Selecione um tipo de operação de saída.'] } },
    })
  })
})

describe('another output', () => {
  const made = (head: object, line: object = {}) =>
    call('POST', '/api/estoque/saida', {
      destinatario_type: 'cliente',
      destinatario_id: ids.customer,
      saida_mercadoria_list: [{ mercadoria_id: ids.product, qTrib: 2, vUnTrib: 3, ...line }],
      geraNFe: 1,
      ...head,
    })

  it('goes with a note by its operation, and asks for one', async () => {
    expect((await made({})).body.errors).toEqual({ tipo_entrada_saida_id: ['Escolha a operação da nota.'] })
    const repair = await ok('POST', '/api/tipo_entrada_saida', {
      descricao: 'Remessa para conserto',
      tipo: 1,
      gera_financeiro: 'NAO_GERA',
      cfop_list: [cfop('5915')],
    })
    await received({})
    const { body } = await made({ tipo_entrada_saida_id: repair.id })
    await ok('POST', `/api/estoque/saida/${body.id}/finalizar`)
    const note = await noteOf('saida_id', body.id)
    expect(note).toMatchObject({ status: 1, vNF: 6, xDest: 'Mercado Exemplo Ltda' })
    const { read } = await signed(note.id)
    expect(read).toMatchObject({ itens: [{ CFOP: '5915', vProd: '6.00' }], pagamentos: [{ tPag: '90' }] })
    expect(await sent(note.id)).toMatchObject({ status: 3 })
    await ok('POST', `/api/nfe/nfe/${note.id}/cancela`, REASON)
    await sent(note.id)
    expect((await ok('GET', `/api/estoque/saida/${body.id}`)).dhCancelamento).not.toBeNull()
    expect(await faults()).toEqual([])
  })
})
