import { AS_COUNTED, AT_COUNT } from '../../stock/count'
import { f } from '../field'
import { empresaId } from '../kit'

/** How far the count of an item is. */
export const COUNT_STATES = {
  contar: 'A contar',
  recontar: 'Recontar',
  supervisor: 'Supervisor decide',
  aceita: 'Conferida',
} as const
export type CountState = keyof typeof COUNT_STATES

/** What becomes of a surplus of goods that are made of others (document 2, section 9). */
export const NO_SURPLUS = 0

/** An inventory count (document 2, section 3, N2-066): what of the stock is counted, and how. */
export const mercadoriaInventarioFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 120, doc: 'O que se conta, e por quê' }),
  armazem_id: f.ref('Armazém', 'armazem', { doc: 'Conta só o que está nele' }),
  armazenamento_id: f.ref('Local', 'armazenamento', { doc: 'Conta só este local' }),
  grupo_id: f.ref('Grupo', 'mercadoria_grupo', { doc: 'Conta só mercadorias deste grupo' }),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria', { doc: 'Conta só esta' }),
  tpAjuste: f
    .option('Ajuste', {
      [AT_COUNT]: 'A diferença na hora da contagem',
      [AS_COUNTED]: 'O saldo passa a ser o contado',
    })
    .default(AT_COUNT),
  tpAcaoProdAcabado: f
    .option(
      'Sobra de produto fabricado',
      { 1: 'Entra no estoque', [NO_SURPLUS]: 'Não é ajustada' },
      { doc: 'De mercadorias com composição' },
    )
    .default(1),
  bloquearEstoque: f.boolean('Bloqueia o estoque', { doc: 'Nada do que se conta se move até o fim' }).default(true),
  cego: f.boolean('Contagem às cegas', { doc: 'Quem conta não vê o saldo esperado' }).default(true),
  tolerancia: f
    .decimal('Tolerância', 4, { min: 0, doc: 'Diferença que se aceita sem recontar, na unidade' })
    .default(0),
  user_id: f.author('Usuário'),
  bloqueia: f.boolean('Bloqueia agora').default(false).computed(),
  entrada_id: f.ref('Entrada das sobras', 'entrada').computed(),
  saida_id: f.ref('Saída das faltas', 'saida').computed(),
  vDiferenca: f.money('Diferença').default(0).computed().guarded('custo').summed(),
}

/** What lies in one place, of one lot or of none, as it is counted (N2-067). */
export const mercadoriaInventarioItemFields = {
  mercadoria_inventario_id: f.ref('Inventário', 'mercadoria_inventario').required(),
  empresa_id: empresaId(),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  xProd: f.text('Descrição', { max: 120 }).computed(),
  un: f.text('Unidade', { max: 6 }).computed(),
  armazenamento_id: f.ref('Local', 'armazenamento').required(),
  lote_id: f.ref('Lote', 'mercadoria_lote', { doc: 'Vazio: o que está sem lote' }),
  situacao: f.choice('Situação', COUNT_STATES).default('contar').computed(),
  qContada: f.quantity('Contada', 'mercadoria_id', { min: 0, doc: 'Vazio: ninguém contou, ou não conferiu' }),
  dhContagem: f.datetime('Contada em').computed(),
  decidida: f
    .boolean('Decidida', { doc: 'Por quem gerencia: o que se contar depois não a muda' })
    .default(false)
    .computed(),
  esperada: f.decimal('Esperada na contagem', 4, { doc: 'Quem conta não a vê' }).computed().secret(),
  qEsperada: f.decimal('Esperada', 4, { doc: 'Do saldo, na hora da contagem' }).computed(),
  diferenca: f.decimal('Diferença', 4).computed(),
  vDiferenca: f.money('Valor da diferença').computed().guarded('custo'),
  vCustoInformado: f
    .decimal('Custo da unidade', 4, { min: 0, doc: 'Do que sobra sem custo conhecido' })
    .guarded('custo'),
  motivo: f.text('Motivo', { max: 200 }),
}

/** What somebody counted, as it was told: added and never changed. */
export const inventarioContagemFields = {
  item_id: f.ref('Item', 'mercadoria_inventario_item').required(),
  mercadoria_inventario_id: f.ref('Inventário', 'mercadoria_inventario').required(),
  empresa_id: empresaId(),
  user_id: f.author('Usuário'),
  chave: f.text('Chave', { max: 60, doc: 'Do aparelho: a mesma leitura, enviada de novo, conta uma vez' }).required(),
  quantidade: f.decimal('Quantidade', 4).required(),
  soma: f.boolean('Soma', { doc: 'Ao que a pessoa já contou; senão, o substitui' }).default(true),
  dhContagem: f.datetime('Contada em').required(),
  esperada: f.decimal('Esperada na hora', 4, { doc: 'Quem conta não a vê' }).required().secret(),
}
