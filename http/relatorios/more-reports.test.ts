import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../core/br/date-text'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { madeOnce, today } from './launcher.fixture'
import { aimed, driven, paid, shift, taxed, unpicked } from './more-reports.fixture'

/** What the reports of a week tell, figure by figure, of a few documents whose sums are made by hand. */

let server: TestServer
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const town = await server.insert('municipio', { id: 4115200, xMun: 'Maringá', UF: 'PR' })
  ids.vera = (await server.insert('vendedor', { xNome: 'Vera' })).id
  ids.ana = (
    await server.insert('cliente', {
      xNome: 'Ana',
      UF: 'PR',
      cMun: town.id,
      vendedor_id: ids.vera,
      CNPJ_CPF: testCnpj(3),
    })
  ).id
  ids.bia = (await server.insert('cliente', { xNome: 'Bia', UF: 'SC', vendedor_id: ids.vera })).id
  ids.fornecedor = (await server.insert('fornecedor', { xNome: 'Aços Ltda', CNPJ_CPF: testCnpj(4) })).id
  ids.chapa = (await server.insert('mercadoria', { xProd: 'Chapa', codigo: 'CH' })).id
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const sale = { empresa_id, tipo_entrada_saida_id, vendedor_id: ids.vera, dhFaturamento: `${today} 09:00:00` }
  await server.insert('venda', { ...sale, cliente_id: ids.ana, vTotal: '100.10' })
  await server.insert('venda', { ...sale, cliente_id: ids.ana, vTotal: '50.00' })
  await server.insert('venda', { ...sale, cliente_id: ids.ana, vTotal: '999.00', dhCancelamento: `${today} 10:00:00` })
  const given = { cliente_id: ids.ana, fornecedor_id: ids.fornecedor, mercadoria_id: ids.chapa }
  await taxed(server, given)
  ids.late = await unpicked(server, ids.bia)
  await driven(server, ids.late)
  await aimed(server, ids.vera)
  await paid(server, given)
  await madeOnce(server, ids.chapa)
  const title = { empresa_id, dEmissao: shift(-200), numero: 'D', vDup: '500.00' }
  for (const [days, vSaldo] of [
    [0, '1.00'],
    [5, '2.00'],
    [-1, '10.00'],
    [-30, '20.00'],
    [-31, '40.00'],
    [-90, '80.05'],
    [-91, '160.00'],
  ] as const)
    await server.insert('contas_receber', { ...title, cliente_id: ids.bia, dVencimento: shift(days), vSaldo })
  await server.insert('contas_pagar', {
    ...title,
    fornecedor_id: ids.fornecedor,
    dVencimento: shift(3),
    vSaldo: '7.00',
  })
  await server.insert('ordem_servico', {
    empresa_id,
    cliente_id: ids.ana,
    cliente_xNome: 'Ana',
    vProd: '10.00',
    vServ: '90.00',
    vDesc: '5.00',
    vTotal: '95.00',
    dhFinalizacao: `${today} 18:00:00`,
  })
})
afterAll(() => server.close())

const period = `periodo_ini=${shift(-10)}&periodo_fim=${today}`
const day = formatDate(today)

/** The rows of a report, as its CSV has them. */
async function rows(name: string, query = period, who = server.admin): Promise<readonly string[]> {
  const { status, body } = await who('GET', `/reporting/csv/${name}?${query}`)
  expect([name, status]).toEqual([name, 200])
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n').slice(1)
}

describe('purchases', () => {
  it('by supplier and by product, of entries or of orders', async () => {
    const [entry = ''] = await rows('compras_fornecedor')
    expect(entry.startsWith('Aços Ltda;')).toBe(true)
    expect(entry.split(';').slice(2)).toEqual(['1', '80,00', '2,50', '0,00', '82,50', '100,00', day])
    const [order = ''] = await rows('compras_fornecedor', `${period}&base=pedidos`)
    expect(order.split(';').slice(2)).toEqual(['1', '70,00', '0,00', '0,00', '70,00', '100,00', day])
    expect(await rows('compras_mercadoria')).toEqual([`CH;Chapa;;1;4;82,50;20,63;${day}`])
    expect(await rows('compras_mercadoria', `${period}&base=pedidos`)).toEqual([`CH;Chapa;;1;7;70,00;10,00;${day}`])
  })
})

describe('titles', () => {
  it('by age: each limit belongs to the age that it ends', async () => {
    expect(await rows('contas_receber_idade', '')).toEqual(['Bia;7;3,00;30,00;40,00;80,05;160,00;313,05'])
    expect(await rows('contas_pagar_idade', '')).toEqual(['Aços Ltda;1;7,00;0,00;0,00;0,00;0,00;7,00'])
  })

  it('that were settled, with what was added and given off', async () => {
    const due = formatDate(shift(-1))
    const [received = ''] = await rows('titulos_recebidos')
    expect(received.split(';').filter((_, at) => at !== 2)).toEqual([
      day,
      'Ana',
      '1',
      due,
      '',
      '2,50',
      '0,00',
      '102,50',
    ])
    const [spent = ''] = await rows('titulos_pagos')
    expect(spent.split(';').filter((_, at) => at !== 2)).toEqual([
      day,
      'Aços Ltda',
      '1',
      due,
      '',
      '0,00',
      '5,00',
      '45,00',
    ])
  })

  it('and what they make of the accounts, as the projection says', async () => {
    const told = await rows('fluxo_caixa_previsto', 'dias=10')
    const { body } = await server.admin('GET', '/api/financeiro/caixa_lancamento/projecao?dias=10&passados=0')
    const decimals = (value: number) => value.toFixed(2).replace('.', ',')
    expect(told.map((one) => one.split(';').filter((_, at) => at !== 1))).toEqual(
      body.dias.map(({ dia, entra, sai, saldo }: { dia: string; entra: number; sai: number; saldo: number }) => [
        formatDate(dia),
        ...[entra, sai, saldo].map(decimals),
      ]),
    )
    expect(body.saldoInicial).toBe(57.5)
    // All that is not overdue: 3.00 come, 7.00 go.
    expect(told.at(-1)?.split(';').at(-1)).toBe('53,50')
  })
})

describe('notes', () => {
  it('that were issued, with their state; trials are none', async () => {
    expect(await rows('notas_emitidas')).toEqual([
      `${day};NF-e;1;17;Cliente da nota;;Autorizada;300,00;54,00;0,00;0,00;330,10`,
    ])
    expect(await rows('notas_emitidas', `${period}&modelo=65`)).toEqual([])
    expect(await rows('notas_emitidas', `${period}&situacao=canceladas`)).toEqual([])
  })

  it('and their taxes by CFOP, of ours and of what came in', async () => {
    expect(await rows('impostos_cfop')).toEqual([
      'Entrada;6101;1;80,00;80,00;9,60;0,00;0,00;0,00;0,00;0,00;0,00',
      'Saída;5102;2;300,00;300,00;54,00;20,00;10,10;3,30;15,20;0,20;1,80',
    ])
    expect(await rows('impostos_cfop', `${period}&sentido=Entrada`)).toHaveLength(1)
  })
})

describe('what was done', () => {
  it('routes: stops, delivered, returned, weight and kilometres, by route or by driver', async () => {
    expect((await rows('rotas_periodo')).map((one) => one.split(';').slice(1))).toEqual([
      ['1', '3', '1', '1', '6', '37,5', '41,3', '43,5'],
    ])
    expect(await rows('rotas_periodo', `${period}&agrupar=motorista`)).toEqual(['Davi;1;3;1;1;6;37,5;41,3;43,5'])
  })

  it('picking that is late', async () => {
    expect(await rows('separacao_atrasada', 'dias=5')).toEqual([
      `${ids.late};Bia;${formatDate(shift(-5))};;5;;Sem separação;;0,00`,
    ])
    expect(await rows('separacao_atrasada', 'dias=6')).toEqual([])
  })

  it('orders of production and of services', async () => {
    const [made = ''] = await rows('producao_ordens')
    expect(made.split(';').slice(1)).toEqual([day, 'Aberta', 'Chapa', '2', '2', '0', '0', '0,00', '10,00'])
    const [served = ''] = await rows('servico_ordens')
    expect(served.replace(/^\d+;/, '')).toBe(`${day};${day};0;Finalizada;Ana;;10,00;90,00;5,00;95,00`)
  })
})

describe('sales', () => {
  it('by state and town, without cancelled ones', async () => {
    expect(await rows('vendas_uf', `${period}&cliente_id=${ids.ana}`)).toEqual([
      expect.stringMatching(/^PR;.+;1;2;150,10;75,05;100,00$/),
    ])
    expect((await rows('vendas_uf', `${period}&agrupar=cidade`))[0]).toBe('PR;Maringá;1;2;150,10;75,05;100,00')
  })

  it('of each seller’s customers, and beside what was to be sold', async () => {
    expect(await rows('clientes_vendedor')).toEqual(['Vera;2;1;50,00;2;150,10'])
    const span = `${formatDate(shift(-1))};${formatDate(shift(1))}`
    expect(await rows('metas_vendas')).toEqual([
      `Meta do mês;;;${span};1000,00;150,10;849,90;15,01`,
      `Meta do mês;Vera;;${span};400,00;150,10;249,90;37,53`,
    ])
  })
})

it('stock turns over by what left of the average of what there was', async () => {
  const { empresa_id } = server
  const mercadoria_id = (await server.insert('mercadoria', { xProd: 'Gira', codigo: 'G' })).id
  const place = await server.insert('armazenamento', { empresa_id, codigo: 'G', xArmazenamento: 'Giro' })
  // 30 a hundred days ago, 20 of them sold since: 10 are left, 20 on average.
  await server.insert('mercadoria_saldo', { empresa_id, mercadoria_id, q_total: '10', vTotal: '25.00' })
  const document = { empresa_id, documento: 'venda', documento_id: 1 }
  const step = await server.insert('lancamento', { ...document, passo: 'fecha', dh: `${today} 10:00:00` })
  const row = { ...document, mercadoria_id, armazenamento_id: place.id, lancamento_id: step.id }
  await server.insert('movimento_estoque', { ...row, qTrib: '-20', vCusto: '-50.00' })
  const told = await rows('estoque_giro', 'dias=60')
  expect(told.find((one) => one.startsWith('G;'))).toBe('G;Gira;;30;10;20;20;1;60;50,00')
})

describe('rights', () => {
  const ASKED: Readonly<Record<string, readonly string[]>> = {
    compras_fornecedor: ['pedido_compra', 'entrada', 'fornecedor'],
    compras_mercadoria: ['pedido_compra', 'entrada', 'mercadoria'],
    contas_receber_idade: ['contas_receber', 'cliente'],
    contas_pagar_idade: ['contas_pagar', 'fornecedor'],
    titulos_recebidos: ['contas_receber', 'cliente'],
    titulos_pagos: ['contas_pagar', 'fornecedor'],
    fluxo_caixa_previsto: ['fluxo_caixa', 'contas_receber', 'contas_pagar'],
    notas_emitidas: ['nfe'],
    impostos_cfop: ['nfe', 'nfe_compra', 'entrada'],
    producao_ordens: ['ordem_producao'],
    rotas_periodo: ['rota'],
    separacao_atrasada: ['separacao', 'venda'],
    servico_ordens: ['ordem_servico', 'cliente'],
    estoque_giro: ['mercadoria'],
    vendas_uf: ['venda', 'cliente'],
    clientes_vendedor: ['cliente', 'venda', 'vendedor'],
    metas_vendas: ['meta', 'venda'],
  }

  it.each(Object.entries(ASKED))(
    '%s asks each of its own, and is empty for a company that has nothing',
    async (name, rights) => {
      const shows = (some: readonly string[]) => ['show relatorios', ...some.map((one) => `show ${one}`)]
      const query = `${period}&dias=5`
      for (const missing of rights) {
        const some = await server.user({ permissions: shows(rights.filter((one) => one !== missing)) })
        const { status } = await some('GET', `/reporting/csv/${name}?${query}`)
        expect([name, missing, status]).toEqual([name, missing, 403])
      }
      const other = (
        await server.insert('empresa', { CNPJ_CPF: testCnpj(50 + Object.keys(ASKED).indexOf(name)), xNome: 'Outra' })
      ).id
      const clerk = await server.user({ permissions: shows(rights), empresas: [other] })
      const told = await rows(name, query, clerk)
      if (name === 'fluxo_caixa_previsto') expect(told.every((one) => one.endsWith(';0,00;0,00;0,00'))).toBe(true)
      else if (name === 'clientes_vendedor') expect(told).toEqual(['Vera;2;0;0,00;0;0,00'])
      else expect(told).toEqual([])
    },
  )

  it('costs are told to nobody who may not know them', async () => {
    const clerk = await server.user({
      permissions: ['show relatorios', 'show ordem_producao', 'show mercadoria', 'show pedido_compra', 'show entrada'],
    })
    expect((await rows('producao_ordens', period, clerk))[0]?.endsWith(';Chapa;2;2;0;0')).toBe(true)
    expect((await rows('estoque_giro', 'dias=60', clerk))[0]).toBe('G;Gira;;30;10;20;20;1;60')
    expect(await rows('compras_mercadoria', period, clerk)).toEqual([`CH;Chapa;;1;4;82,50;${day}`])
  })
})

it('404 not_found for a name that no report has; prints keep their own addresses', async () => {
  for (const output of ['form', 'csv', 'xlsx', 'dados', 'html', 'pdf']) {
    const { status, body } = await server.admin('GET', `/reporting/${output}/nada`)
    expect([output, status, body.code]).toEqual([output, 404, 'not_found'])
  }
  expect((await server.admin('GET', '/reporting/pdf/rota?id=1')).status).toBe(200)
  expect((await server.admin('GET', '/reporting/html/rota?id=1')).status).toBe(200)
})
