import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { counted } from '../../ui/format'
import { isRecord, numberOf } from '../../ui/row'

/** Gives the prices back that were changed together, those that nobody changed since, and tells how many. */
export async function givePricesBack(table: string, alteracao_id: string): Promise<void> {
  try {
    const answer = await post(`comercial/tabela_preco/${table}/desfazPrecos`, { alteracao_id })
    const told = isRecord(answer) ? answer : {}
    toast.success(`${counted(numberOf(told.quantidade) ?? 0, 'preço voltou', 'preços voltaram')} ao que era.`)
    const left = numberOf(told.ignoradas) ?? 0
    if (left > 0)
      toast.alert(`${counted(left, 'preço foi alterado', 'preços foram alterados')} depois e ficou como está.`)
  } catch (error) {
    toast.error(error, 'Não foi possível desfazer')
  }
  announce('comercial/tabela_preco')
  announce('comercial/tabela_preco_alteracao')
}

/** What a toast offers after many prices were changed. */
export const undoPrices =
  (table: string, alteracao_id: string): (() => void) =>
  () =>
    void givePricesBack(table, alteracao_id)
