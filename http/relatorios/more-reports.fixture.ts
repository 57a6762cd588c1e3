import { sql } from 'drizzle-orm'
import { addDays } from '../../core/br/civil-date'
import { asOwner } from '../../fixtures/as-owner'
import type { TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { today } from './launcher.fixture'

export const shift = (days: number): string => addDays(today, days)

/** What reports of purchases, notes, routes, services, goals and payments have to tell, for the test that runs every report. */

interface Given {
  readonly cliente_id: number
  readonly fornecedor_id: number
  readonly mercadoria_id: number
}

/** An item of a note, as its XML has it; taxes that it does not have are left out. */
const item = (CFOP: string, vProd: string, taxes: string): string =>
  `<det nItem="1"><prod><CFOP>${CFOP}</CFOP><vProd>${vProd}</vProd></prod><imposto>${taxes}</imposto></det>`

const icms = (vBC: string, vICMS: string, st = ''): string =>
  `<ICMS><ICMS10><orig>0</orig><vBC>${vBC}</vBC><vICMS>${vICMS}</vICMS>${st}</ICMS10></ICMS>`

/** A note as it is kept. */
export const noteXml = (...items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"><NFe><infNFe>${items.join('')}</infNFe></NFe></nfeProc>`

/** A note of ours of two items of one CFOP, and one of a supplier's, whose entry is finished. */
export async function taxed(server: TestServer, { cliente_id, fornecedor_id, mercadoria_id }: Given): Promise<void> {
  const { empresa_id } = server
  const dhEmi = `${today} 10:00:00`
  const note = await server.insert('nfe', {
    empresa_id,
    cliente_id,
    mod: 55,
    tpAmb: 1,
    tpEmis: 1,
    tpNF: 1,
    finNFe: 1,
    serie: 1,
    nNF: 17,
    xDest: 'Cliente da nota',
    dhEmi,
    dhAssinatura: dhEmi,
    dhAutorizacao: dhEmi,
    vProd: '300.00',
    vICMS: '54.00',
    vNF: '330.10',
  })
  const sold = noteXml(
    item('5102', '100.00', `${icms('100.00', '18.00')}<IPI><IPITrib><vIPI>10.10</vIPI></IPITrib></IPI>`),
    item(
      '5102',
      '200.00',
      `${icms('200.00', '36.00', '<vICMSST>20.00</vICMSST>')}<PIS><PISAliq><vPIS>3.30</vPIS></PISAliq></PIS>
       <COFINS><COFINSAliq><vCOFINS>15.20</vCOFINS></COFINSAliq></COFINS>
       <IBSCBS><gIBSCBS><vIBS>0.20</vIBS><gCBS><vCBS>1.80</vCBS></gCBS></gIBSCBS></IBSCBS>`,
    ),
  )
  await server.insert('nfe_xml', { empresa_id, nfe_id: note.id, tipo: 'protocolo', sha256: 'x', xml: sold })
  await server.insert('nfe', { empresa_id, mod: 65, tpAmb: 2, tpEmis: 1, tpNF: 1, finNFe: 1, dhEmi })
  await bought(server, { fornecedor_id, mercadoria_id }, noteXml(item('6101', '80.00', icms('80.00', '9.60'))))
}

async function bought(
  server: TestServer,
  { fornecedor_id, mercadoria_id }: Pick<Given, 'fornecedor_id' | 'mercadoria_id'>,
  xml: string,
): Promise<void> {
  const { empresa_id } = server
  const note = await server.insert('nfe_compra', {
    empresa_id,
    fornecedor_id,
    chave: '4'.repeat(44),
    nNF: 9,
    serie: 1,
  })
  await asOwner(
    server.url,
    (owner) =>
      owner`insert into nfe_compra_xml (nfe_compra_id, empresa_id, xml, sha256) values (${note.id}, ${empresa_id}, ${xml}, 'x')`,
  )
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0 })).id
  const day = `${today} 11:00:00`
  const entry = { empresa_id, fornecedor_id, tipo_entrada_saida_id, nfe_compra_id: note.id, dhFinalizacao: day }
  const { id: entrada_id } = await server.insert('entrada', {
    ...entry,
    dhRecebimento: day,
    vProd: '80.00',
    vFrete: '2.50',
    vTotal: '82.50',
  })
  const line = { empresa_id, entrada_id, mercadoria_id, qCom: '4', vUnCom: '20', qTrib: '4', vUnTrib: '20' }
  await server.insert('entrada_mercadoria', { ...line, vProd: '80.00', vTotal: '82.50' })
  const order = await server.insert('pedido_compra', {
    empresa_id,
    fornecedor_id,
    dEmissao: today,
    dhFechamento: day,
    vProd: '70.00',
    vTotal: '70.00',
  })
  await server.insert('pedido_compra_mercadoria', {
    empresa_id,
    pedido_compra_id: order.id,
    mercadoria_id,
    qTrib: '7',
    vUnTrib: '10',
    vSubtotal: '70.00',
  })
}

/** A route of three stops of 12.5 kg each, for a sale and the first two: one delivered, one refused, one open. */
export async function driven(server: TestServer, venda_id: number): Promise<void> {
  const { empresa_id } = server
  const motorista = await server.insert('motorista', { xNome: 'Davi' })
  const transportadora = await server.insert('transportadora', { xNome: 'Frota própria' })
  const veiculo = await server.insert('veiculo', {
    transportadora_id: transportadora.id,
    placa: 'ABC1D23',
    UF: 'PR',
  })
  const rota = await server.insert('rota', {
    empresa_id,
    motorista_id: motorista.id,
    veiculo_id: veiculo.id,
    dRota: today,
    distancia: 41_260,
    km_inicial: '1000.0',
    km_final: '1043.5',
  })
  const stop = { empresa_id, rota_id: rota.id, volumes: 2, peso: '12.5' }
  await server.insert('rota_venda', { ...stop, venda_id, ordem: 1, dhEntrega: `${today} 12:00:00` })
  await server.insert('rota_venda', { ...stop, venda_id: 1, ordem: 2, xOcorrencia: 'Recusada' })
  await server.insert('rota_venda', { ...stop, venda_id: 2, ordem: 3 })
}

/** A sale that was closed five days ago and that nobody picked. */
export async function unpicked(server: TestServer, cliente_id: number): Promise<number> {
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda a separar' })).id
  const sale = await server.insert('venda', {
    empresa_id: server.empresa_id,
    cliente_id,
    tipo_entrada_saida_id,
    vTotal: '0.00',
    dhFechamento: `${shift(-5)} 10:00:00`,
  })
  // Opened so long ago that no report of sales has it.
  await server.pool.transaction(SYSTEM, (db) =>
    db.execute(sql`update venda set criado_em = criado_em - interval '100 days' where id = ${sale.id}`),
  )
  return sale.id
}

/** What a seller was to sell this month. */
export async function aimed(server: TestServer, vendedor_id: number): Promise<void> {
  const month = { descricao: 'Meta do mês', dIni: shift(-1), dFim: shift(1) }
  await server.admin('POST', '/api/comercial/meta', {
    ...month,
    vMeta: 1000,
    meta_vendedor_list: [{ vendedor_id, vMeta: 400 }],
  })
}

/** A title of each side that was paid today: of 100.00 with 2.50 of interest, of 50.00 with 5.00 of discount. */
export async function paid(server: TestServer, { cliente_id, fornecedor_id }: Given): Promise<void> {
  const { id: banco_id } = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Caixa' })
  const title = { dEmissao: shift(-9), dVencimento: shift(-1) }
  for (const [path, person, amounts] of [
    ['contas_receber', { cliente_id, vConta: '100.00' }, { vPago: '102.50', vJuros: '2.50' }],
    ['contas_pagar', { fornecedor_id, vConta: '50.00' }, { vPago: '45.00', vDesc: '5.00' }],
  ] as const) {
    const made = await server.admin('POST', `/api/financeiro/${path}`, { ...title, ...person })
    const { status, body } = await server.admin('POST', `/api/${path}/${made.body.id}/baixa`, { banco_id, ...amounts })
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
  }
}
