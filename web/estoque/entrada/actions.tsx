import type { ReactElement } from 'react'
import { listPath } from '../../../core/access'
import { entradaLife } from '../../../core/lifecycle/entrada'
import { needOf } from '../../app/access'
import { open as openPath } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { confirm } from '../../ui/confirm'
import { act } from '../../ui/documents/act'
import { checkOf } from '../../ui/documents/instalments'
import type { DocumentKind } from '../../ui/documents/kind'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { because, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { counted, formatMoney } from '../../ui/format'
import type { MenuItem } from '../../ui/menu'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, isSet, textOf } from '../../ui/row'
import type { TableAction } from '../../ui/table/verbs'
import { fetchByKey } from '../../compras/nfe_compra/authority'
import { DUES, ITEMS, owedOf } from './item'

const RESOURCE = 'entrada'

/** Finalises: instalments that miss the total are asked about first. */
async function finish(doc: OpenDocument): Promise<void> {
  const { values, record, dirty } = doc.form
  // A fault is said first: nobody is asked about what cannot be done yet.
  if ((record.value === undefined || dirty.value) && !doc.form.validate()) return
  const dues = linesOf(values.value[DUES])
  const total = owedOf(values.value)
  const check = checkOf(total, dues)
  const differs =
    dues.length === 0
      ? 'Não há parcelas: nenhuma conta a pagar será gerada.'
      : `As parcelas diferem do total (${formatMoney(total)}) em ${formatMoney(check.diferenca.toFixed(2))}.`
  if (!check.ok && getPath(values.value, 'tipo_entrada_saida.gera_financeiro') !== 'NAO_GERA') {
    const yes = await confirm({ title: 'Finalizar mesmo assim?', text: differs, action: 'Finalizar', anyway: true })
    if (!yes) return
  }
  const done = await act(doc, { resource: RESOURCE, action: 'finaliza', failed: 'Não foi possível finalizar' })
  if (done === undefined) return
  const count = linesOf(values.value[ITEMS]).length
  toast.success(`Entrada finalizada: ${counted(count, 'item somado', 'itens somados')} ao estoque.`)
}

export const KIND: DocumentKind = {
  life: entradaLife,
  resource: RESOURCE,
  name: 'entrada',
  right: 'entrada',
}

const HOW: Readonly<Record<string, How>> = {
  finaliza: { run: finish },
  cancela: {
    will: (row) =>
      isSet(row.dhFinalizacao)
        ? `Retira ${counted(linesOf(row[ITEMS]).length, 'item', 'itens')} do estoque e cancela ${counted(linesOf(row[DUES]).length, 'conta', 'contas')} a pagar.`
        : 'A entrada fica cancelada; a nota dela pode ser importada de novo.',
    done: (answer) => `Entrada ${answer.id} cancelada.`,
  },
}
const PRINT = { name: 'entrada' }

/** What is done from the list: the invoice of an entry that is without is asked of the authority by its key, or taken in as a file. */
export const ENTRY_ACTIONS: readonly TableAction[] = [
  {
    label: 'Buscar o XML da nota',
    icon: 'refresh',
    reason: ([row, more]) => {
      if (row === undefined || more !== undefined) return 'Selecione uma entrada só.'
      if (isSet(row.nfe_compra_id)) return 'O XML da nota já está aqui.'
      return whyNot(needOf('dfe', 'edit')) ?? undefined
    },
    run: async ([row]) => {
      // Without its key the authority cannot be asked: the file is.
      if (row !== undefined && isSet(row.chNFe)) await fetchByKey(textOf(row.chNFe))
      else openPath(listPath('nfe_compra'))
    },
  },
]

/** What came goes back to its supplier. */
function returnItem({ record }: DocumentVerbs): readonly MenuItem[] {
  if (record === undefined || !isSet(record.fornecedor_id)) return []
  const path = `${listPath('devolucao')}/edit/new?entrada_id=${textOf(record.id)}`
  const done = isSet(record.dhFinalizacao) && !isSet(record.dhCancelamento)
  const reason = whyNot(needOf('devolucao_compra', 'create')) ?? (done ? undefined : NOT_IN_STOCK)
  return [{ label: 'Devolver ao fornecedor', icon: 'back', onSelect: () => openPath(path), ...because(reason) }]
}

const NOT_IN_STOCK = 'Só entradas finalizadas são devolvidas.'

/** What can be done with an entry now. F10 finalises. */
export const EntradaActions = (): ReactElement => <LifeBar kind={KIND} how={HOW} print={PRINT} items={returnItem} />
