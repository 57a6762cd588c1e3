import { pathOf } from '../../../core/access'
import { planejamentoMercadoriaFields } from '../../../core/fields/mrp/planejamento'
import { DONE, UNDER_WAY } from '../../../core/lifecycle/life'
import { planejamentoLife } from '../../../core/lifecycle/planejamento'
import { ApiError } from '../../app/api'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'
import { isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'

export const RESOURCE = 'mrp/planejamento'
export const ITEM_RESOURCE = 'mrp/planejamento_mercadoria'

export const KIND: DocumentKind = {
  life: planejamentoLife,
  resource: RESOURCE,
  name: 'planejamento',
  right: 'planejamento',
}

export const item = fieldsOf(planejamentoMercadoriaFields)

export const RISKS = {
  Crítico: { hue: 'vermelho' },
  Alto: { hue: 'ambar' },
  Médio: UNDER_WAY,
  Baixo: DONE,
} as const
export const riskChip = item.chip('risco', RISKS)

export const COVERAGES = { INADEQUADO: { hue: 'vermelho' }, ATENÇÃO: { hue: 'ambar' }, OK: DONE } as const
export const coverageChip = item.chip('cobertura', COVERAGES)

export const actionWord = (value: unknown): string => item.word('tipo_acao', value ?? 0)

interface Link {
  readonly text: string
  readonly path: string
}

/** The document that an item of a plan became. */
export function linkOf(row: Values): Link | null {
  if (isSet(row.ordem_producao_id))
    return {
      text: `Ordem ${textOf(row.ordem_producao_id)}`,
      path: pathOf('ordem_producao', textOf(row.ordem_producao_id)),
    }
  if (isSet(row.pedido_compra_id))
    return {
      text: `Pedido ${textOf(row.pedido_compra_id)}`,
      path: pathOf('pedido_compra', textOf(row.pedido_compra_id)),
    }
  if (isSet(row.solicitacao_id))
    return {
      text: `Solicitação ${textOf(row.solicitacao_id)}`,
      path: pathOf('solicitacao', textOf(row.solicitacao_id)),
    }
  return null
}

export const NOTHING_CHOSEN = 'Nenhum item selecionado.'
export const NO_ACTION = 'Nenhum item com ação definida para executar.'
export const CHECK_FIELDS = 'Verifique os campos obrigatórios: falta maior que zero e data do pedido.'

/** What is wrong with what would be executed, as the server would say it; undefined when nothing. */
export function faultOf(items: readonly Values[]): string | undefined {
  if (items.length === 0) return NOTHING_CHOSEN
  const wrong = items.some(
    (item) => !((numberOf(item.quantidade) ?? 0) > 0) || (numberOf(item.tipo_acao) !== 0 && !isSet(item.data_pedido)),
  )
  if (wrong) return CHECK_FIELDS
  return items.some((item) => numberOf(item.tipo_acao) !== 0) ? undefined : NO_ACTION
}

/** A refused execution in the specification's words (R3-137): 422 joins all field errors, or shows the message, or 'Erro de validação'. */
export function executionError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Erro ao executar ações'
  if (error.status !== 422)
    return error.status === 409 || error.status === 403 ? error.message : 'Erro ao executar ações'
  const texts = [...new Set(Object.values(error.fields).flat())]
  return texts.length > 0 ? texts.join('\n') : error.message || 'Erro de validação'
}

/** What a row of the grid is executed with, before it is changed by hand. */
export function executable(row: Row): Values {
  return {
    id: row.id,
    mercadoria: row.mercadoria,
    tipo_acao: row.tipo_acao,
    quantidade: row.quantidade,
    data_pedido: row.data_pedido,
    fornecedor_id: row.fornecedor_id,
    fornecedor: row.fornecedor,
  }
}
