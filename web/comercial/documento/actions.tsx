import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mayEdit } from '../../app/access'
import { useKeys } from '../../app/keys'
import { open as openPath } from '../../app/navigation'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { SaveContext, useForm } from '../../ui/form/context'
import { Menu, type MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row } from '../../ui/row'
import { whyNot, type DocumentNames } from './kind'
import { cancel, close, duplicate, invoice, print, release, type Open } from './verbs'

const UNSAVED = 'Salve o documento antes.'
const NO_RIGHT = 'Você não tem permissão para alterar este documento.'

interface Verbs {
  readonly reason: (action: string) => string | undefined
  readonly run: (action: string, verb: (doc: Open) => Promise<void>) => void
  readonly busy: boolean
  readonly record: Row | undefined
}

/** Runs one verb at a time; a refused one says why instead. */
function useVerbs(names: DocumentNames): Verbs {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [busy, setBusy] = useState(false)
  const record = form.record.value
  const allowed = mayEdit(rights.value, names.right)
  const reason = (action: string): string | undefined => {
    if (action === 'print') return undefined
    if (!allowed && action !== 'duplica') return NO_RIGHT
    if (record === undefined) return ['fecha', 'fatura'].includes(action) ? undefined : UNSAVED
    return whyNot(names.kind, record, action)
  }
  const start = async (verb: (doc: Open) => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await verb({ names, form, save })
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return {
    busy,
    record,
    reason,
    run: (action, verb) => {
      if (busy) return
      const refusal = reason(action)
      if (refusal === undefined) void start(verb)
      else toast.alert(refusal)
    },
  }
}

function moreItems({ reason, run, record }: Verbs, names: DocumentNames): readonly MenuItem[] {
  const because = (action: string): { reason?: string } => {
    const text = reason(action)
    return text === undefined ? {} : { reason: text }
  }
  const sale = names.kind === 'orcamento' ? record?.venda_id : undefined
  return [
    { label: 'Imprimir', icon: 'print', hotkey: 'print', onSelect: () => run('print', print) },
    {
      label: 'Duplicar',
      icon: 'copy',
      onSelect: () => run('duplica', () => duplicate(names.kind, record?.id ?? '')),
      ...because('duplica'),
    },
    ...(isSet(sale)
      ? [
          {
            label: `Abrir a venda ${textOf(sale)}`,
            icon: 'tag' as const,
            onSelect: () => openPath(`/ui/comercial/venda/edit/${textOf(sale)}`),
          },
        ]
      : []),
    {
      label: `Cancelar ${names.the}`,
      icon: 'close',
      danger: true,
      onSelect: () => run('cancela', cancel),
      ...because('cancela'),
    },
  ]
}

const blocking = (text: string | undefined): { reason?: string } => (text === undefined ? {} : { reason: text })

/** What can be done with a document now; what cannot says why. F10 closes or dispatches, F9 invoices, Ctrl+P prints. */
export function DocumentActions({ names }: { readonly names: DocumentNames }): ReactElement {
  const verbs = useVerbs(names)
  const { busy, run, reason, record } = verbs
  const isSale = names.kind === 'venda'
  useKeys({
    dispatch: () => run('fecha', close),
    invoice: () => run('fatura', invoice),
    print: () => run('print', print),
  })
  const releasable = isSale && isSet(record?.dhBloqueio) && reason('libera') === undefined
  return (
    <>
      <Menu label="Mais" icon="more" name="Mais ações" items={moreItems(verbs, names)} />
      {releasable ? (
        <Button icon="lock" onClick={() => run('libera', release)}>
          Liberar
        </Button>
      ) : null}
      <Button hotkey="dispatch" busy={busy} {...blocking(reason('fecha'))} onClick={() => run('fecha', close)}>
        {isSale ? 'Expedir' : 'Fechar'}
      </Button>
      <Button hotkey="invoice" busy={busy} {...blocking(reason('fatura'))} onClick={() => run('fatura', invoice)}>
        Faturar
      </Button>
    </>
  )
}
