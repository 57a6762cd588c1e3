import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { testServer, type TestServer } from '../fixtures/test-server'
import { bookFaults, bookRules } from './books'
import { OUTPUT_BREAKS, takenOut } from './estoque/books.fixture'
import { CLOSING_BREAKS, closed } from './estoque/fechamento/books.fixture'
import { COUNT_BREAKS, counted } from './estoque/inventario/books.fixture'
import { TRANSFER_BREAKS } from './estoque/transferencia/books.fixture'
import { PICKING_BREAKS, toBePicked } from './expedicao/separacao/books.fixture'
import { palletised, UNIT_BREAKS } from './estoque/unitizador/books.fixture'
import { INVOICE_BREAKS } from './expedicao/edi/books.fixture'
import { MANIFEST_BREAKS } from './nfe/mdfe/books.fixture'
import { GUIDE_BREAKS } from './nfe/gnre/books.fixture'
import { SERVICE_NOTE_BREAKS } from './nfe/nfse/books.fixture'
import { produced, PRODUCTION_BREAKS } from './producao/books.fixture'
import { SERVICE_BREAKS, serviced } from './servico/books.fixture'

/** Every rule of the books is seen to fail on a database that was broken for it, and is silent before. */

let server: TestServer
const call: TestServer['admin'] = (...args) => server.admin(...args)
let ids: { compra: number; saida: number; product: number; sale: number; entry: number; order: number; quote: number }

async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  const compra = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id
  const saida = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id
  const product = (await server.insert('mercadoria', { xProd: 'Parafuso' })).id
  await server.insert('mercadoria', { xProd: 'Porca' })
  const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id
  const cliente_id = (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id
  ids = { compra, saida, product, ...(await documents({ fornecedor_id, cliente_id, compra, saida, product })) }
  await toBePicked(ok, server, { cliente_id, fornecedor_id, compra, saida })
  await produced(ok, server, { fornecedor_id, compra })
  await serviced(ok, { cliente_id, product })
})
afterAll(() => server.close())

type Known = Record<'fornecedor_id' | 'cliente_id' | 'compra' | 'saida' | 'product', number>

/** An order that was received, a quote that was sold, dispatched and invoiced, and a part of it that came back. */
async function documents({ fornecedor_id, cliente_id, compra, saida, product }: Known) {
  const order = await ok('POST', '/api/compras/pedido_compra', {
    fornecedor_id,
    pedido_compra_mercadorias: [{ mercadoria_id: product, qTrib: 10, vUnTrib: 2 }],
  })
  await ok('POST', `/api/compras/pedido_compra/${order.id}/addPagamento`, { string: '30/60' })
  await ok('POST', `/api/compras/pedido_compra/${order.id}/fecha`)
  const { entrada_id } = await ok('POST', `/api/compras/pedido_compra/${order.id}/finaliza`)
  const { entrada_mercadorias } = await ok('GET', `/api/entrada/${entrada_id}`)
  const lot = { nLote: 'L1', dVal: '2090-12-31' }
  await ok('POST', `/api/entrada_mercadoria/${entrada_mercadorias[0].id}/addLoteValidade`, { ...lot, qTrib: 9 })
  await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
  await ok('POST', `/api/entrada_mercadoria/${entrada_mercadorias[0].id}/addLoteValidade`, lot)
  const other = await server.insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'B',
    xArmazenamento: 'Fundos',
  })
  const [shelf] = (await ok('GET', '/api/estoque/mercadoria_armazenamento')).data
  await ok('POST', `/api/estoque/mercadoria_armazenamento/${shelf.id}/transfereEstoqueRapido`, {
    armazenamento_dest_id: other.id,
    quantidade: 1,
  })
  const vendedor_id = (await server.insert('vendedor', { xNome: 'Vera', pComissao: '5' })).id
  const quote = await ok('POST', '/api/orcamento', {
    cliente_id,
    vendedor_id,
    tipo_entrada_saida_id: saida,
    orcamento_mercadorias: [{ mercadoria_id: product, qTrib: 4, vUnTrib: 5 }],
    orcamento_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: 20 }],
  })
  const { venda_id } = await ok('POST', `/api/orcamento/${quote.id}/fatura`)
  await ok('POST', `/api/venda/${venda_id}/fecha`)
  await ok('POST', `/api/venda/${venda_id}/fatura`)
  const { venda_mercadorias } = await ok('GET', `/api/venda/${venda_id}`)
  const back = await ok('POST', '/api/venda_devolucao', {
    venda_id,
    devolucao_mercadoria_list: [{ venda_mercadoria_id: venda_mercadorias[0].id, devolver: 1 }],
  })
  await ok('POST', `/api/venda_devolucao/${back.id}/finaliza`)
  const gift = await ok('POST', '/api/cliente_cashback', { cliente_id, vCashback: 2 })
  await ok('POST', `/api/cliente_cashback/${gift.id}/usa`)
  await takenOut(ok, { mercadoria_id: product, entrada_id, empresa_id: server.empresa_id })
  await closed(ok)
  await palletised(ok, entrada_mercadorias[0].id)
  await counted(ok, { fornecedor_id, compra, armazenamento_id: other.id })
  await money()
  return { order: order.id, entry: entrada_id, quote: quote.id, sale: venda_id }
}

/** A payable by hand, paid in part from an account that began with something. */
async function money() {
  const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Luz e Força Exemplo' })).id
  const banco = await ok('POST', '/api/banco', { descricao: 'Gaveta', vSaldoInicial: 100 })
  const title = await ok('POST', '/api/contas_pagar', {
    fornecedor_id,
    vDup: 50,
    dEmissao: '2026-11-20',
    dVencimento: '2026-12-10',
  })
  await ok('POST', `/api/contas_pagar/${title.id}/baixa`, { banco_id: banco.id, vPago: '30.00' })
}

/** Breaks the books in a transaction that is rolled back; answers the rules that then fail. */
async function faultsAfter(statements: readonly string[]): Promise<string[]> {
  const told: string[] = []
  await asOwner(server.url, async (owner: Sql) => {
    await owner.unsafe('begin')
    for (const statement of statements) {
      const { count } = await owner.unsafe(statement)
      expect(count, statement).toBeGreaterThan(0)
    }
    told.push(...(await bookFaults(owner)).map((one) => one.rule))
    await owner.unsafe('rollback')
  })
  return told
}

/** A step of a document that no longer is, or never was. */
const stepOf = (documento: string, passo: string, more = '') =>
  `insert into lancamento (empresa_id, documento, documento_id, passo, dh${more ? ', "dhDesfeito"' : ''}) select empresa_id, '${documento}', id, '${passo}', now()${more ? ', now()' : ''} from ${documento}`
const bare = (table: string, columns: string, values: string) =>
  `insert into ${table} (empresa_id, ${columns}) select id, ${values} from empresa limit 1`

const notice = (column: string, value: string) =>
  bare(
    'aviso_pagamento',
    `evento_id, tipo, pagamento_externo, valor, "dPagamento", proposta, ${column}`,
    `'1', 'payment.paid', '1', 1, '2026-11-20', 'baixa', ${value}`,
  )

const LINE = [
  `insert into extrato_banco (empresa_id, banco_id, "dMovimento", amount, memo, chave)
    select empresa_id, id, '2026-11-20', 5, 'PIX', '1' from banco order by id limit 1`,
]
const matchOf = (valor: string) =>
  `insert into extrato_vinculo (empresa_id, extrato_banco_id, banco_id, lancamento_id, valor, tipo)
    select l.empresa_id, l.id, l.banco_id, (select max(c.lancamento_id) from caixa_lancamento c where c.banco_id = l.banco_id), ${valor}, 'caixa' from extrato_banco l`

const DEPOSIT = [
  `insert into conciliacao (empresa_id, acquirer, begin_date) select id, 'cielo', '2026-11-20' from empresa order by id limit 1`,
  `insert into conciliacao_recebimento (empresa_id, conciliacao_id, payment_date) select empresa_id, id, '2026-11-20' from conciliacao`,
]
const cardRow = `insert into conciliacao_venda (empresa_id, conciliacao_id, batch_gross_amount, net_amount, kind, conta_receber_id)
    select empresa_id, id, 5, 5, 'venda', (select max(id) from contas_receber) from conciliacao`

const INVOICE = bare('nfe_compra', `chave, "nNF", serie, fornecedor_id`, `'1', 1, 1, (select max(id) from fornecedor)`)

/** By rule: what breaks it. */
const BREAKS: Readonly<Record<string, readonly string[]>> = {
  'saldo da mercadoria = soma do livro de estoque': [`update mercadoria_saldo set q_total = q_total + 1`],
  'saldo da mercadoria: quantidade e valor têm um só sinal, e sem quantidade não há valor': [
    `update mercadoria_saldo set "vTotal" = -1`,
  ],
  'livro estoque: um acerto é só valor, ao lado do movimento que corrige': [`update movimento_estoque set tipo = 2`],
  ...TRANSFER_BREAKS,
  ...INVOICE_BREAKS,
  ...GUIDE_BREAKS,
  ...SERVICE_NOTE_BREAKS,
  ...MANIFEST_BREAKS,
  'livro estoque: uma mudança de lugar soma zero, e não vale nada': [`update movimento_estoque set tipo = 1`],
  'livro estoque: um lote é da mercadoria que se move': [
    `update mercadoria_lote set mercadoria_id = (select max(id) from mercadoria)`,
  ],
  'estoque do local = soma do livro de estoque': [`delete from mercadoria_armazenamento`],
  'estoque do lote no local = soma do livro de estoque': [`delete from mercadoria_armazenamento_lote`],
  'estoque do lote no local: um lote não fica abaixo de zero': [
    `update mercadoria_armazenamento_lote set "qDisp" = -1`,
  ],
  ...OUTPUT_BREAKS(stepOf),
  ...UNIT_BREAKS(stepOf),
  ...COUNT_BREAKS,
  ...CLOSING_BREAKS,
  ...PICKING_BREAKS,
  ...PRODUCTION_BREAKS,
  ...SERVICE_BREAKS,
  'saldo do título a receber = soma do livro': [`update contas_receber set "vSaldo" = "vSaldo" - 0.01`],
  'saldo do título a pagar = soma do livro': [`update contas_pagar set "vSaldo" = 0`],
  'valor do título a receber = abertura e ajustes no livro': [`update contas_receber set "vDup" = "vDup" + 1`],
  'valor do título a pagar = abertura e ajustes no livro': [
    `update movimento_financeiro set evento = 'baixa' where contas_pagar_id is not null`,
  ],
  'juros, multa e desconto do título a receber = soma do livro': [`update contas_receber set "vDesc" = 1`],
  'juros, multa e desconto do título a pagar = soma do livro': [`update contas_pagar set "vJuros" = 1`],
  'abatido do título a receber = baixas, compensações e devoluções no livro': [
    `update contas_receber set "vAbatido" = 1`,
  ],
  'abatido do título a pagar = baixas, compensações e devoluções no livro': [`update contas_pagar set "vAbatido" = 1`],
  'livro titulos: cada linha é de uma só conta, da empresa dela': [
    `update movimento_financeiro set contas_receber_id = null, contas_pagar_id = null`,
  ],
  'livro titulos: um estorno é o oposto da linha que desfaz, no mesmo passo': [
    `update movimento_financeiro set estorno_de = (select max(id) from movimento_financeiro) where id = (select min(id) from movimento_financeiro)`,
  ],
  'título: um crédito não passa de zero, e os outros não ficam abaixo': [`update contas_receber set "tpConta" = 11`],
  'saldo da conta caixa = soma do livro': [`update banco set "vSaldo" = "vSaldo" + 1`],
  'livro caixa: cada linha é da empresa da sua conta': [
    `insert into empresa ("xNome", "CNPJ_CPF") values ('Outra', '00000000000191')`,
    `update banco set empresa_id = (select max(id) from empresa)`,
  ],
  'livro caixa: um estorno é o oposto da linha que desfaz, no mesmo passo': [
    `update caixa_lancamento set estorno_de = (select max(id) from caixa_lancamento) where id = (select min(id) from caixa_lancamento)`,
  ],
  'livro caixa: uma transferência soma zero': [`update caixa_lancamento set evento = 'transferencia'`],
  'o que foi baixado em um passo de conta = o que entrou ou saiu do caixa': [
    `update caixa_lancamento set "vLancamento" = "vLancamento" + 1 where evento = 'baixa'`,
  ],
  'extrato: o conciliado de uma linha = a soma dos seus vínculos': [
    ...LINE,
    `update extrato_banco set "vConciliado" = 1`,
  ],
  'extrato: uma linha não é conciliada além do seu valor': [
    ...LINE,
    `update extrato_banco set "vConciliado" = amount + 1`,
  ],
  'extrato: está conciliada a linha cujo valor foi todo conciliado': [
    ...LINE,
    `update extrato_banco set "dhConciliacao" = now()`,
  ],
  'extrato: um fato não é conciliado além do que moveu na conta': [...LINE, matchOf('999999')],
  'extrato: nada está conciliado com um fato estornado': [
    ...LINE,
    matchOf('1'),
    `update lancamento set "dhDesfeito" = now() where id = (select lancamento_id from extrato_vinculo)`,
  ],
  'extrato: vínculo, linha e conta são da mesma empresa': [
    ...LINE,
    matchOf('1'),
    `insert into empresa ("xNome", "CNPJ_CPF") values ('Outra', '00000000000191')`,
    `update extrato_vinculo set empresa_id = (select max(id) from empresa)`,
  ],
  'cartões: bruto, taxa e líquido de um recebimento = soma dos seus registros': [
    ...DEPOSIT,
    `update conciliacao_recebimento set gross_amount = 1, net_amount = 1`,
  ],
  'cartões: o que um recebimento baixado moveu no caixa = o seu líquido': [
    ...DEPOSIT,
    `update conciliacao_recebimento set lancamento_id = (select max(lancamento_id) from caixa_lancamento where evento = 'baixa')`,
  ],
  'cartões: um recebimento está baixado por um fato que vale, e um fato baixa um só': [
    ...DEPOSIT,
    ...DEPOSIT.slice(1),
    `update conciliacao_recebimento set lancamento_id = (select max(id) from lancamento)`,
  ],
  'cartões: uma parcela é de um só registro de venda': [...DEPOSIT, cardRow, cardRow],
  'livro caixa: um passo desfeito soma zero': [`update lancamento set "dhDesfeito" = now() where passo = 'baixa'`],
  'pago do título a receber = baixas menos estornos no livro': [`update contas_receber set "vPago" = "vPago" + 1`],
  'pago do título a pagar = baixas menos estornos no livro': [`update contas_pagar set "vPago" = "vPago" + 1`],
  'livro titulos: um passo desfeito soma zero': [
    `update lancamento set "dhDesfeito" = now() where passo = 'fatura' and documento = 'venda'`,
  ],
  'livro estoque: um passo desfeito soma zero': [
    `update lancamento set "dhDesfeito" = now() where passo = 'fecha' and documento = 'venda'`,
  ],
  'livro comissoes: um passo desfeito soma zero': [
    `update lancamento set "dhDesfeito" = now() where passo = 'fatura' and documento = 'venda'`,
  ],
  'comissão = soma do livro': [`update comissao set "vComissao" = "vComissao" + 0.01`],
  'comissão: liberada entre zero e a comissão': [`update comissao set "vLiberado" = "vComissao" + 0.01`],
  'comissão faturada = base × percentual': [
    `update movimento_comissao set valor = valor + 1 where evento = 'faturamento'`,
  ],
  'comissão: é da empresa da sua venda': [
    `insert into empresa ("CNPJ_CPF", "xNome") values ('00000000000191', 'Outra')`,
    `update comissao set empresa_id = (select max(id) from empresa)`,
  ],
  'entrada: totais = soma dos itens': [`update entrada set "vTotal" = "vTotal" + 0.01`],
  'venda: totais = soma dos itens': [`update venda_mercadoria set "vTotal" = "vTotal" - 0.01`],
  'orcamento: totais = soma dos itens': [`update orcamento set "vFrete" = "vFrete" + 1`],
  'pedido_compra: totais = soma dos itens': [`update pedido_compra set "vDesc" = "vDesc" + 1`],
  'venda_devolucao: totais = soma dos itens': [`update venda_devolucao set "vTotal" = "vTotal" + 1`],
  'venda_devolucao: o que volta de um item não passa do que foi vendido': [
    `update venda_devolucao_mercadoria set devolver = 5`,
  ],
  'venda_devolucao: o total é crédito, abatido ou reembolsado': [`update venda_devolucao set "vReembolso" = 1`],
  'venda_devolucao.finaliza: o passo vale se, e só se, o documento o mostra': [
    `update venda_devolucao set "dhFinalizacao" = null`,
  ],
  'venda_devolucao.finaliza: livro caixa = o que o documento diz': [`update venda_devolucao set "vReembolso" = 1`],
  'venda_devolucao.finaliza: livro titulos = o que o documento diz': [`update venda_devolucao set "vAbatido" = 1`],
  'venda_devolucao.finaliza: o que gerou existe se, e só se, o passo vale': [
    `update venda_devolucao set entrada_id = null`,
  ],
  'cliente_cashback.usa: o passo vale se, e só se, o documento o mostra': [
    `update cliente_cashback set "dhCredito" = null`,
  ],
  'cliente_cashback.usa: livro titulos = o que o documento diz': [`update cliente_cashback set "vCashback" = 9`],
  'venda.fecha: o passo vale se, e só se, o documento o mostra': [`update venda set "dhFechamento" = null`],
  'venda.fatura: o passo vale se, e só se, o documento o mostra': [
    `update lancamento set passo = 'outro' where passo = 'fatura' and documento = 'venda'`,
  ],
  'orcamento.fecha: o passo vale se, e só se, o documento o mostra': [`update orcamento set "dhCancelamento" = now()`],
  'orcamento.fatura: o passo vale se, e só se, o documento o mostra': [`update orcamento set "dhFaturamento" = null`],
  'entrada.finaliza: o passo vale se, e só se, o documento o mostra': [`update entrada set "dhCancelamento" = now()`],
  'pedido_compra.finaliza: o passo vale se, e só se, o documento o mostra': [
    `update pedido_compra set "dhFinalizacao" = null`,
  ],
  'nfe_compra.processarImportacao: o passo vale se, e só se, o documento o mostra': [
    INVOICE,
    `update nfe_compra set "dhImportacao" = now()`,
  ],
  'solicitacao.gerarSolicitacao: o passo vale se, e só se, o documento o mostra': [
    bare('solicitacao', '"dhGeracao"', 'now()'),
  ],
  'planejamento.executarAcoes: o passo vale se, e só se, o documento o mostra': [
    bare('planejamento', '"dhExecucao"', 'now()'),
  ],
  'roteirizacao.gerar_rotas: o passo vale se, e só se, o documento o mostra': [
    bare('roteirizacao', '"dRota", "dhGeracao"', `'2026-11-20', now()`),
  ],

  'venda.fecha: livro estoque = o que o documento diz': [`delete from movimento_estoque where documento = 'venda'`],
  'venda.fatura: livro titulos = o que o documento diz': [
    `update movimento_financeiro set valor = valor - 1 where contas_receber_id is not null`,
  ],
  'entrada.finaliza: livro estoque = o que o documento diz': [
    `update movimento_estoque set "vCusto" = "vCusto" + 1 where documento = 'entrada'`,
  ],
  'entrada.finaliza: livro titulos = o que o documento diz': [
    `delete from movimento_financeiro where contas_pagar_id is not null`,
  ],

  'aviso_pagamento.lanca: o passo vale se, e só se, o documento o mostra': [notice(`"dhLancamento"`, 'now()')],
  'aviso_pagamento.lanca: livro titulos = o que o documento diz': [
    notice(`"dhLancamento", "vBaixa"`, 'now(), 1'),
    stepOf('aviso_pagamento', 'lanca'),
    `update lancamento set dados = '{}' where documento = 'aviso_pagamento'`,
  ],
  'aviso_pagamento.lanca: livro caixa = o que o documento diz': [
    notice(`"dhLancamento", "vCredito"`, 'now(), 1'),
    stepOf('aviso_pagamento', 'lanca'),
    `update lancamento set dados = '{"caixa":true}' where documento = 'aviso_pagamento'`,
  ],
  'pedido_compra.finaliza: o que gerou existe se, e só se, o passo vale': [
    `update entrada set "dhCancelamento" = now()`,
  ],
  'orcamento.fecha: o que gerou existe se, e só se, o passo vale': [`update orcamento set venda_id = null`],
  'nfe_compra.processarImportacao: o que gerou existe se, e só se, o passo vale': [
    INVOICE,
    stepOf('nfe_compra', 'processarImportacao'),
  ],
  'solicitacao.gerarSolicitacao: o que gerou existe se, e só se, o passo vale': [
    bare('solicitacao', 'obs', `'x'`),
    stepOf('solicitacao', 'gerarSolicitacao', 'desfeito'),
    `update pedido_compra set origem_id = (select max(id) from lancamento)`,
  ],
  'planejamento.executarAcoes: o que gerou existe se, e só se, o passo vale': [
    bare('planejamento', 'descricao', `'x'`),
    stepOf('planejamento', 'executarAcoes'),
  ],
  'roteirizacao.gerar_rotas: o que gerou existe se, e só se, o passo vale': [
    bare('roteirizacao', '"dRota"', `'2026-11-20'`),
    stepOf('roteirizacao', 'gerar_rotas'),
  ],
}

describe('the books', () => {
  it('add up before anything is broken', async () => {
    expect(await asOwner(server.url, bookFaults)).toEqual([])
  })

  it('have no rule that is not broken here', () => {
    expect(Object.keys(BREAKS).toSorted()).toEqual(Object.keys(bookRules()).toSorted())
  })

  it.each(Object.entries(BREAKS))('tell when it is broken: %s', async (rule, statements) => {
    expect(await faultsAfter(statements)).toContain(rule)
  })

  it.each([
    ['devolucao: o que volta de um item não passa do que entrou', 'devolucao_mercadoria'],
    ['venda_devolucao: o que volta de um item não passa do que foi vendido', 'venda_devolucao_mercadoria'],
  ])('tell when it is broken by the value alone: %s', async (rule, lines) => {
    expect(await faultsAfter([`update ${lines} set "vTotal" = 99999`])).toContain(rule)
  })

  it('tell of an old document whose operation type was edited, or changed its mind, since', async () => {
    const path = `/api/tipo_entrada_saida/${ids.saida}`
    const { versao } = await ok('GET', path)
    const edited = { descricao: 'Venda (antiga)', movimenta_estoque: false, gera_financeiro: 'NAO_GERA', versao }
    await ok('PUT', path, edited)
    expect(await asOwner(server.url, bookFaults)).toEqual([])
    const [gone, owed] = [
      await faultsAfter([`delete from movimento_estoque where documento = 'venda'`]),
      await faultsAfter([`delete from movimento_financeiro where contas_receber_id is not null`]),
    ]
    expect(gone).toContain('venda.fecha: livro estoque = o que o documento diz')
    expect(owed).toContain('venda.fatura: livro titulos = o que o documento diz')
  })
})
