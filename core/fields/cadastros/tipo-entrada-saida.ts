import { f } from '../field'

export const tipoEntradaSaidaFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  tipo: f.option('Tipo', { 0: 'Entrada', 1: 'Saída' }).default(1),
  padrao: f.option('Padrão de', { 0: 'Entrada', 1: 'Saída', 2: 'Produção', 3: 'Ajuste' }),
  finNFe: f
    .option('Finalidade da NF-e', { 1: '1 · Normal', 2: '2 · Complementar', 3: '3 · Ajuste', 4: '4 · Devolução' })
    .default(1),
  exibe_relatorio: f.boolean('Exibe em relatórios').default(true),
  movimenta_estoque: f.boolean('Movimenta estoque').default(true),
  forca_tributacao: f.boolean('Força tributação').default(false),
  gera_financeiro: f
    .choice('Financeiro', { GERA_DUPLICATA: 'Gera duplicatas', NAO_GERA: 'Não gera' })
    .default('GERA_DUPLICATA'),
  ativo: f.boolean('Ativo').default(true),
}
