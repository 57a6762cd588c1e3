import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { call, faults, issuerTest, noteById, ok, run, sent, server } from '../../nfe/nota/issuing.fixture'

/** Transfers to another company: goods leave one and enter the other at the same cost, with a note; what either does, both companies' books hold. */

issuerTest()

let there: number
let moves: number
let house: { here: number; there: number }
/** Who works in the other company alone. */
let clerk: TestServer['admin']

beforeAll(async () => {
  const { empresa_id } = server
  const branch = await server.insert('empresa', {
    CNPJ_CPF: testCnpj(7),
    xNome: 'Filial de Teste Ltda',
    xFant: 'Filial',
    IE: '110042490114',
    CRT: 3,
    UF: 'SP',
    cMun: 3550308,
    xLgr: 'Rua do Porto',
    nro: '7',
    xBairro: 'Centro',
    CEP: '01001000',
  })
  there = branch.id
  await run(`insert into user_empresa (user_id, empresa_id) values (1, ${there}) on conflict do nothing`)
  clerk = await server.user({ roles: ['admin'], empresas: [there] })
  const place = async (company: number, codigo: string) =>
    (await server.insert('armazenamento', { empresa_id: company, codigo, xArmazenamento: codigo, padrao: true })).id
  house = { here: await place(empresa_id, 'AQUI'), there: await place(there, 'LA') }
  moves = (
    await ok('POST', '/api/tipo_entrada_saida', {
      descricao: 'Transferência',
      natOp: 'Transferência de mercadoria',
      gera_financeiro: 'NAO_GERA',
      cfop_list: [
        { origem: 2, st: 0, destino: 1, CFOP: '5152' },
        { origem: 2, st: 0, destino: 2, CFOP: '6152' },
      ],
    })
  ).id
  await ok('POST', '/api/tipo_entrada_saida', {
    descricao: 'Entrada por transferência',
    tipo: 0,
    gera_financeiro: 'NAO_GERA',
  })
})

let product: number
let codigo: string
let made = 0
const number = async (id: number) => (await run(`select * from entrada where id = ${id}`))[0]

/** Ten cheeses at 3.33, of two lots and of none. */
beforeEach(async () => {
  codigo = `T${++made}`
  product = (
    await server.insert('mercadoria', {
      codigo,
      xProd: 'Queijo curado',
      NCM: '04061010',
      controla_lote: 1,
    })
  ).id
  const supplier = (await server.insert('fornecedor', { xNome: 'Laticínio' })).id
  const buys = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id
  const lot = (nLote: string, dVal: string, qTrib: number) => ({ nLote, dVal, qTrib })
  const { id } = await ok('POST', '/api/entrada', {
    fornecedor_id: supplier,
    tipo_entrada_saida_id: buys,
    entrada_mercadorias: [
      {
        mercadoria_id: product,
        qCom: 10,
        vUnCom: 3.33,
        rastreio_list: [lot('L1', '2090-01-01', 4), lot('L2', '2091-01-01', 4)],
      },
    ],
  })
  await ok('POST', `/api/entrada/${id}/finaliza`)
})

const asked = (head: object = {}, line: object = {}) =>
  call('POST', '/api/estoque/transf_armaz', {
    empresa_destino_id: there,
    tipo_entrada_saida_id: moves,
    transf_armaz_mercadoria_list: [{ mercadoria_id: product, armazenamento_orig_id: house.here, qTrib: 6, ...line }],
    ...head,
  })
const act = (id: number, verb: string, body: object = {}) =>
  call('POST', `/api/estoque/transf_armaz/${id}/${verb}`, body)

/** A transfer of six that left, its note authorised, and the entry that waits. */
async function sentOut() {
  const { status, body } = await asked()
  expect(status, JSON.stringify(body)).toBe(201)
  const done = await act(body.id, 'finalizarTransferencia')
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  const [made] = await run(`select id from nfe where transf_armaz_id = ${body.id}`)
  const note = await sent(Number(made?.id))
  expect(note, JSON.stringify(note.problemas)).toMatchObject({ status: 3 })
  const [entry] = await run(
    `select e.* from entrada e join lancamento n on n.id = e.origem_id where n.documento = 'transf_armaz' and n.documento_id = ${body.id}`,
  )
  return { id: body.id, note, entry: { ...entry, id: Number(entry?.id) } }
}
/** What left for another company and has not been received, as the queue of the start screen counts it. */
const onTheWay = async (): Promise<number[]> => {
  const custom = encodeURIComponent(JSON.stringify({ em_transito: true }))
  const { data } = await ok('GET', `/api/estoque/transf_armaz?custom=${custom}`)
  return data.map((one: { id: number }) => one.id)
}
const stockOf = (company: number) =>
  run(
    `select q_total::float as q, "vTotal"::float as v from mercadoria_saldo where mercadoria_id = ${product} and empresa_id = ${company}`,
  )

describe('goods that go to another company', () => {
  it('leave at their cost with a note, and wait there in an entry of the same worth and lots; received, they are there', async () => {
    const { id, note, entry } = await sentOut()
    expect(await stockOf(server.empresa_id)).toEqual([{ q: 4, v: 13.32 }])
    expect(entry).toMatchObject({
      empresa_id: there,
      xOrigem: 'Teste',
      status: 0,
      vTotal: '19.98',
      chNFe: note.chNFe,
      nNF: note.nNF,
    })
    const { body: shown } = await clerk('GET', `/api/entrada/${entry.id}`)
    expect(shown.entrada_mercadorias).toMatchObject([{ qCom: 6, vTotal: 19.98 }])
    const lots = await run(
      `select r."nLote", r."qTrib"::float as q from entrada_mercadoria_rastreio r join entrada_mercadoria i on i.id = r.entrada_mercadoria_id where i.entrada_id = ${entry.id} order by 1`,
    )
    expect(lots).toEqual([
      { nLote: 'L1', q: 4 },
      { nLote: 'L2', q: 2 },
    ])
    const [kept] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'protocolo'`)
    expect(String(kept?.xml)).toContain('<CFOP>6152</CFOP>')
    expect(String(kept?.xml)).toContain('<tPag>90</tPag>')
    expect(String(kept?.xml)).toContain('Lote L1, qtd. 4, val. 01/01/2090; Lote L2, qtd. 2, val. 01/01/2091')
    expect(note).toMatchObject({ vNF: 19.98, xDest: 'Filial de Teste Ltda', UF_dest: 'SP' })
    expect(await faults()).toEqual([])

    expect(await onTheWay()).toContain(id)
    expect((await clerk('POST', `/api/entrada/${entry.id}/finaliza`)).status).toBe(200)
    expect(await stockOf(there)).toEqual([{ q: 6, v: 19.98 }])
    expect(await onTheWay()).not.toContain(id)
    const { body: transfer } = await call('GET', `/api/estoque/transf_armaz/${id}`)
    expect(transfer.dhRecebimento).toEqual(expect.any(String))
    const cancelled = await call('POST', `/api/nfe/nfe/${note.id}/cancela`, { xJust: 'Transferência que já chegou' })
    expect(cancelled.body).toMatchObject({ message: 'O destino já recebeu esta transferência: faça outra, de volta.' })
    expect(await faults()).toEqual([])
  })

  it('come back when the note is cancelled: the entry goes, whoever answers of the note sees one company alone', async () => {
    const { id, note, entry } = await sentOut()
    expect((await act(id, 'cancelarTransferencia', { xJust: 'Transferência que foi errada' })).body).toMatchObject({
      code: 'has_note',
    })
    expect(
      (await call('POST', `/api/nfe/nfe/${note.id}/cancela`, { xJust: 'Transferência que foi errada' })).status,
    ).toBe(200)
    await server.runJobs()
    expect(await noteById(note.id)).toMatchObject({ status: 5 })
    expect(await stockOf(server.empresa_id)).toEqual([{ q: 10, v: 33.3 }])
    expect(await number(entry.id)).toMatchObject({ status: 5 })
    expect(await faults()).toEqual([])
    expect((await clerk('POST', `/api/entrada/${entry.id}/finaliza`)).body.code).toBe('cancelled')
  })

  it('are received as they were sent: no line of theirs is changed, and the entry is neither cancelled nor deleted there', async () => {
    const { id, entry } = await sentOut()
    const item = (await clerk('GET', `/api/entrada/${entry.id}`)).body.entrada_mercadorias[0]
    const put = (body: object) => clerk('PUT', `/api/entrada_mercadoria/${item.id}`, body)
    expect((await put({ qCom: 7 })).body.code).toBe('transfer')
    expect((await put({ armazenamento_id: house.there })).status).toBe(200)
    expect(
      (await clerk('PUT', `/api/entrada/${entry.id}`, { xOrigem: 'Outra', obs: 'Chegou molhado' })).body,
    ).toMatchObject({ xOrigem: 'Teste' })
    expect((await clerk('DELETE', `/api/entrada_mercadoria/${item.id}`)).body.code).toBe('transfer')
    const refused = `a origem é transferência nº ${id}.`
    expect(
      (await clerk('POST', `/api/entrada/${entry.id}/cancela`, { xMotivoCancelamento: 'Não pedimos isto' })).body
        .message,
    ).toContain(refused)
    expect((await clerk('DELETE', `/api/entrada/${entry.id}`)).body.message).toContain(refused)
    expect(await number(entry.id)).toMatchObject({ status: 0 })
    expect(await faults()).toEqual([])
  })

  it('that did not all arrive stay on their way in an entry of the rest, until they come or are given up', async () => {
    const { entry } = await sentOut()
    const read = await clerk('POST', '/api/entrada/addVolume', {
      id: entry.id,
      code: codigo,
      qTrib: 4,
      nLote: 'L1',
      dVal: '2090-01-01',
    })
    expect(read.status, JSON.stringify(read.body)).toBe(200)
    const { body } = await clerk('POST', `/api/entrada/${entry.id}/atualizaQuantidadesEntrada`, {})
    const rest = await number(body.entrada_pendente_id)
    expect(rest).toMatchObject({ xOrigem: 'Teste', empresa_origem_id: server.empresa_id, vTotal: '6.66' })
    const given = await clerk('POST', `/api/entrada/${body.entrada_pendente_id}/cancela`, {
      xJust: 'Perdido no caminho',
      xMotivoCancelamento: 'Perdido no caminho',
    })
    expect(given.status, JSON.stringify(given.body)).toBe(200)
    expect(await faults()).toEqual([])
  })

  it.each([
    ['without an operation for the note', { tipo_entrada_saida_id: null }, {}, 'Escolha a operação da nota.'],
    [
      'to a place of its own company',
      {},
      { armazenamento_dest_id: 'here' },
      'Não é possível transferir para o mesmo local',
    ],
    ['more than lies there', {}, { qTrib: 11 }, 'Há só 10 neste local.'],
  ] as const)('422 %s', async (_, head, line, message) => {
    const place = 'armazenamento_dest_id' in line ? { armazenamento_dest_id: house.here } : {}
    const { status, body } = await asked(head, { ...line, ...place })
    expect([status, body.message]).toEqual([422, message])
  })

  it('name a company that the caller works in, and a place of it; within a company they name a place', async () => {
    const third = await server.insert('empresa', { CNPJ_CPF: testCnpj(8), xNome: 'Terceira' })
    expect((await asked({ empresa_destino_id: third.id })).status).toBe(422)
    const within = await asked({ empresa_destino_id: server.empresa_id })
    expect(within.body.errors).toEqual({
      'transf_armaz_mercadoria_list.0.armazenamento_dest_id': ['Preencha este campo.'],
    })
    const outside = await server.insert('armazenamento', { empresa_id: third.id, codigo: 'X', xArmazenamento: 'X' })
    expect((await asked({}, { armazenamento_dest_id: outside.id })).status).toBe(422)
  })

  it('what stops the note leaves it a draft, and does not hold the goods', async () => {
    await run(`update mercadoria set "NCM" = null where id = ${product}`)
    const { body } = await asked()
    const done = await act(body.id, 'finalizarTransferencia')
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const [note] = await run(`select status, problemas from nfe where transf_armaz_id = ${body.id}`)
    expect(note).toMatchObject({ status: 0, problemas: [expect.objectContaining({ nItem: 1 })] })
    await run(`update mercadoria set "NCM" = '04061010' where id = ${product}`)
    const issued = await act(body.id, 'emiteNFe')
    expect(issued.body.nfe, JSON.stringify(issued.body)).toMatchObject({ status: 1, problemas: null })
  })
})
