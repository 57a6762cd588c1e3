import { f } from '../platform/fields'
import { resource } from '../platform/resource'

/** Operation types: what a document does to stock and finance. */
export const tipoEntradaSaida = resource({
  name: 'tipo_entrada_saida',
  paths: ['tipo_entrada_saida', 'cadastros/tipo_entrada_saida'],
  title: 'Tipo de operação',
  right: 'tipo_entrada_saida',
  open: true,
  company: 'none',
  fields: {
    descricao: f.text('Descrição', { max: 80 }).required(),
    tipo: f.integer('Tipo', { options: [0, 1], doc: '0 entrada, 1 saída' }).default(1),
    padrao: f.integer('Padrão', { options: [0, 1, 2, 3], doc: '0 entrada, 1 saída, 2 produção, 3 ajuste' }),
    finNFe: f.integer('Finalidade da NF-e', { options: [1, 2, 3, 4] }).default(1),
    exibe_relatorio: f.boolean('Exibe em relatórios').default(true),
    movimenta_estoque: f.boolean('Movimenta estoque').default(true),
    forca_tributacao: f.boolean('Força tributação').default(false),
    gera_financeiro: f.choice('Gera financeiro', ['GERA_DUPLICATA', 'NAO_GERA']).default('GERA_DUPLICATA'),
    ativo: f.boolean('Ativo').default(true),
  },
  search: ['descricao'],
  display: ['descricao', 'tipo', 'movimenta_estoque', 'gera_financeiro'],
})
