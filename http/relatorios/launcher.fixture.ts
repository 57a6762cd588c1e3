import type { TestServer } from '../../fixtures/test-server'
import { systemClock } from '../platform/context'

/** What reports of stock and commissions have to tell, for the test that runs every report. */

export const today = systemClock('America/Sao_Paulo').today()

/** A lot of a product that came in with an entry and lies there. */
export async function lotOf(server: TestServer, mercadoria_id: number): Promise<void> {
  const { empresa_id } = server
  const place = await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal' })
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0 })).id
  const entry = await server.insert('entrada', { empresa_id, tipo_entrada_saida_id })
  const lot = await server.insert('mercadoria_lote', { mercadoria_id, nLote: 'L1', dVal: today })
  const at = { empresa_id, mercadoria_id, armazenamento_id: place.id, lote_id: lot.id }
  await server.insert('mercadoria_armazenamento_lote', { ...at, qDisp: '2' })
  const document = { documento: 'entrada', documento_id: entry.id }
  const step = await server.insert('lancamento', {
    empresa_id,
    ...document,
    passo: 'finaliza',
    dh: `${today} 10:00:00`,
  })
  await server.insert('movimento_estoque', { ...at, ...document, lancamento_id: step.id, qTrib: '2', vCusto: '4' })
}

/** A piece of a product that was used up. */
export async function usedUp(server: TestServer, mercadoria_id: number): Promise<void> {
  const { empresa_id } = server
  const dhFinalizacao = `${today} 10:00:00`
  const used = await server.insert('consumo', { empresa_id, dhFinalizacao })
  await server.insert('consumo_mercadoria', { empresa_id, consumo_id: used.id, mercadoria_id, qTrib: '1', vCusto: '2' })
  const place = await server.insert('armazenamento', { empresa_id, codigo: 'B', xArmazenamento: 'Uso' })
  const document = { empresa_id, documento: 'consumo', documento_id: used.id }
  const step = await server.insert('lancamento', { ...document, passo: 'finalizar', dh: dhFinalizacao })
  const row = { ...document, mercadoria_id, armazenamento_id: place.id, lancamento_id: step.id }
  await server.insert('movimento_estoque', { ...row, qTrib: '-1', vCusto: '-2' })
}

/** What the seller earned of the first sale. */
export async function commissionOf(server: TestServer, vendedor_id: number): Promise<void> {
  const { empresa_id } = server
  const { data } = (await server.admin('GET', '/api/venda?orderBy=id&sortedBy=asc&perPage=1')).body
  const own = { empresa_id, venda_id: data[0].id, vendedor_id, vBase: '100.00', vComissao: '5.00', vLiberado: '0.00' }
  const comissao_id = (await server.insert('comissao', own)).id
  const step = {
    empresa_id,
    documento: 'venda',
    documento_id: data[0].id,
    passo: 'fatura',
    dh: `${today} 10:00:00`,
    dados: {},
  }
  const lancamento_id = (await server.insert('lancamento', step)).id
  const booked = {
    evento: 'faturamento',
    vBase: '100.00',
    percentual: '5',
    valor: '5.00',
    motivo: 'Percentual do vendedor',
  }
  await server.insert('movimento_comissao', { empresa_id, lancamento_id, comissao_id, ...booked })
}

/** Goods that left under warranty with a service order that is finished. */
export async function guaranteed(
  { insert, empresa_id }: Pick<TestServer, 'insert' | 'empresa_id'>,
  { cliente_id, mercadoria_id }: Record<'cliente_id' | 'mercadoria_id', number>,
): Promise<void> {
  const order = await insert('ordem_servico', { empresa_id, cliente_id, dhFinalizacao: `${today} 10:00:00` })
  const centre = await insert('centro_custo', { descricao: 'Garantia' })
  await insert('ordem_servico_mercadoria', {
    empresa_id,
    ordem_servico_id: order.id,
    mercadoria_id,
    xProd: 'Peça',
    qTrib: '1',
    garantia: true,
    centro_custo_id: centre.id,
    vCusto: '2.7',
  })
}

/** Two of a product that were made. */
export async function madeOnce(server: TestServer, mercadoria_id: number): Promise<void> {
  const { empresa_id } = server
  const order = await server.insert('ordem_producao', { empresa_id })
  const goods = await server.insert('ordem_producao_mercadoria', {
    empresa_id,
    ordem_producao_id: order.id,
    mercadoria_id,
    qTrib: '2',
  })
  const document = { empresa_id, documento: 'ordem_producao', documento_id: order.id }
  const step = await server.insert('lancamento', { ...document, passo: 'finaliza', dh: `${today} 10:00:00` })
  await server.insert('op_parte', {
    empresa_id,
    ordem_producao_mercadoria_id: goods.id,
    lancamento_id: step.id,
    qBoa: '2',
    vCusto: '10',
    vPrincipal: '10',
  })
}
