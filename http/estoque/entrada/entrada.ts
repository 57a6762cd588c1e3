import { entradaLife } from '../../../core/lifecycle/entrada'
import { dueFields } from '../../documents/due-fields'
import { origin } from '../../documents/origin'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { f } from '../../../core/fields/field'
import { empresaId } from '../../../core/fields/kit'
import { resource } from '../../platform/resource'
import { entradaHooks, itemHooks } from './hooks'

/** Goods entries. */
export const entrada = resource({
  name: 'entrada',
  paths: ['entrada', 'estoque/entrada'],
  title: 'Entrada',
  right: 'entrada',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
    tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida').required(),
    armazenamento_id: f.ref('Local de estoque', 'armazenamento', { doc: 'O local usual da empresa, se vazio' }),
    nfe_compra_id: f.ref('NF-e de compra', 'nfe_compra').computed(),
    origem_id: origin(),
    nNF: f.integer('Número da nota', { min: 0 }),
    serie: f.integer('Série', { min: 0, max: 999 }),
    chNFe: f.text('Chave de acesso', { max: 44 }).computed(),
    dEmissao: f.date('Emissão'),
    geraNFe: f.integer('Gera NF-e', { options: [0, 1] }).default(0),
    vProd: f.money('Produtos').default(0).computed(),
    vFrete: f.money('Frete').default(0).computed(),
    vOutro: f.money('Outras despesas').default(0).computed(),
    vDesc: f.money('Descontos').default(0).computed(),
    vIPI: f.money('IPI').default(0).computed(),
    vST: f.money('ICMS-ST').default(0).computed(),
    vTotal: f.money('Total').default(0).computed(),
    dhFechamento: f.datetime('Fechada em').computed(),
    dhRecebimento: f.datetime('Recebida em').computed(),
    obs: f.text('Observações', { max: 2000 }),
  },
  life: entradaLife,
  search: ['chNFe', 'fornecedor_id.xNome'],
  display: ['nNF', 'vTotal'],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'nNF'],
  ],
  hooks: entradaHooks,
})

totals(entrada, {
  items: 'entrada_mercadoria',
  sums: {
    vProd: 'sum(i."vProd")',
    vFrete: 'sum(i."vFrete" + i."vSeg")',
    vOutro: 'sum(i."vOutro")',
    vDesc: 'sum(i."vDesc")',
    vIPI: 'sum(i."vIPI")',
    vST: 'sum(i."vICMSST")',
    vTotal: 'sum(i."vTotal")',
  },
})

effects(entrada, {
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: {
          qTrib: 'select sum("qTrib") from entrada_mercadoria i where i.entrada_id = d.id',
          vCusto: 'select sum("vTotal") from entrada_mercadoria i where i.entrada_id = d.id',
        },
      },
      {
        ledger: 'titulos',
        when: { gera_financeiro: 'GERA_DUPLICATA' },
        sums: { valor: 'select sum("vDup") from entrada_duplicata i where i.entrada_id = d.id' },
      },
    ],
  },
})

/** Items of an entry. `qTrib` (our units) = `qCom` × `fatorConversao`. */
export const entradaMercadoria = resource({
  name: 'entrada_mercadoria',
  paths: ['entrada_mercadoria', 'estoque/entrada_mercadoria'],
  title: 'Item da entrada',
  right: 'entrada',
  company: 'own',
  fields: {
    entrada_id: f.ref('Entrada', 'entrada').required(),
    empresa_id: empresaId(),
    mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
    armazenamento_id: f.ref('Local', 'armazenamento'),
    nItem: f.integer('Item da nota', { min: 1 }),
    cProd: f.text('Código no fornecedor', { max: 60 }),
    xProd: f.text('Descrição na nota', { max: 120 }),
    uCom: f.text('Unidade da nota', { max: 6 }),
    qCom: f.decimal('Quantidade da nota', 4, { min: 0.0001 }).required(),
    vUnCom: f.decimal('Preço na nota', 10, { min: 0, digits: 21 }).required(),
    fatorConversao: f.decimal('Fator de conversão', 6, { min: 0.000001 }).default(1),
    qTrib: f.decimal('Quantidade', 4).default(0).computed(),
    vUnTrib: f.decimal('Preço por unidade', 10, { digits: 21 }).default(0).computed(),
    qVolumes: f.integer('Volumes', { min: 0, max: 99999 }).default(1),
    vProd: f.money('Valor dos produtos', { min: 0, doc: 'Da nota; vazio é quantidade vezes preço' }),
    vFrete: f.money('Frete', { min: 0 }).default(0),
    vSeg: f.money('Seguro', { min: 0 }).default(0),
    vOutro: f.money('Outras despesas', { min: 0 }).default(0),
    vDesc: f.money('Desconto', { min: 0 }).default(0),
    pIPI: f.decimal('IPI (%)', 4, { min: 0, max: 1000 }).default(0),
    vIPI: f.money('IPI', { min: 0 }).default(0),
    vICMSST: f.money('ICMS-ST e FCP-ST', { min: 0 }).default(0),
    vTotalBruto: f.money('Total bruto').default(0).computed(),
    vTotal: f
      .money('Total', { doc: 'Com frete, outras, IPI e ST, menos desconto: o custo que entra' })
      .default(0)
      .computed(),
    vCustoUn: f.decimal('Custo unitário', 10, { digits: 21 }).default(0).computed(),
  },
  search: ['xProd', 'cProd'],
  display: ['xProd'],
  parent: { resource: 'entrada', field: 'entrada_id', list: 'entrada_mercadorias' },
  hooks: itemHooks,
})

/** Instalments of an entry: they become accounts payable. */
export const entradaDuplicata = resource({
  name: 'entrada_duplicata',
  paths: ['entrada_duplicata', 'estoque/entrada_duplicata'],
  title: 'Parcela da entrada',
  right: 'entrada',
  company: 'own',
  fields: {
    entrada_id: f.ref('Entrada', 'entrada').required(),
    empresa_id: empresaId(),
    numero: f.text('Número', { max: 60 }),
    ...dueFields({ min: 0.01 }),
    conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar').computed(),
  },
  search: ['numero'],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'entrada', field: 'entrada_id', list: 'entrada_duplicatas' },
})
