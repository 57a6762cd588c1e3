import { pathOf } from '../../../core/access'
import type { ReactElement } from 'react'
import { useKeys } from '../../app/keys'
import { open as openPath } from '../../app/navigation'
import { Allowed } from '../../ui/access'
import { Button } from '../../ui/button'
import { usePrint } from '../../ui/documents/print'
import { because, useVerbs, type DocumentVerbs } from '../../ui/documents/use-verbs'
import { Menu, type MenuItem } from '../../ui/menu'
import { isSet, textOf } from '../../ui/row'
import { whyNot, type DocumentNames } from './kind'
import { cancel, close, duplicate, invoice, release, type Open } from './verbs'

const SAVES_FIRST = ['fecha', 'fatura', 'imprime'] as const
const FREE = ['duplica', 'imprime'] as const

type Run = (action: string, verb: (doc: Open) => Promise<void>) => void

function useDocumentVerbs(names: DocumentNames): { readonly verbs: DocumentVerbs; readonly run: Run } {
  const verbs = useVerbs({
    right: names.right,
    whyNot: (row, action) => whyNot(names.kind, row, action),
    savesFirst: SAVES_FIRST,
    free: FREE,
  })
  return { verbs, run: (action, verb) => verbs.run(action, (doc) => verb({ ...doc, names })) }
}

function moreItems({ reason, record }: DocumentVerbs, run: Run, names: DocumentNames): readonly MenuItem[] {
  const sale = names.kind === 'orcamento' ? record?.venda_id : undefined
  return [
    {
      label: 'Duplicar',
      icon: 'copy',
      onSelect: () => run('duplica', () => duplicate(names.kind, record?.id ?? '')),
      ...because(reason('duplica')),
    },
    ...(isSet(sale)
      ? [
          {
            label: `Abrir a venda ${textOf(sale)}`,
            icon: 'tag' as const,
            onSelect: () => openPath(pathOf('venda', textOf(sale))),
          },
        ]
      : []),
    {
      label: `Cancelar ${names.the}`,
      icon: 'close',
      danger: true,
      onSelect: () => run('cancela', cancel),
      ...because(reason('cancela')),
    },
  ]
}

/** What can be done with a document now; what cannot says why. F10 closes or dispatches, F9 invoices, Ctrl+P prints. */
export function DocumentActions({ names }: { readonly names: DocumentNames }): ReactElement {
  const { verbs, run } = useDocumentVerbs(names)
  const { busy, reason, record } = verbs
  const isSale = names.kind === 'venda'
  useKeys({
    dispatch: () => run('fecha', close),
    invoice: () => run('fatura', invoice),
  })
  const items = [usePrint(verbs, names.kind), ...moreItems(verbs, run, names)]
  const releasable = isSale && isSet(record?.dhBloqueio) && reason('libera') === undefined
  return (
    <>
      <Menu label="Mais" icon="more" name="Mais ações" items={items} />
      {releasable ? (
        <Allowed check="specialSale" explain="Liberar">
          <Button icon="lock" onClick={() => run('libera', release)}>
            Liberar
          </Button>
        </Allowed>
      ) : null}
      <Button hotkey="dispatch" busy={busy} {...because(reason('fecha'))} onClick={() => run('fecha', close)}>
        {isSale ? 'Expedir' : 'Fechar'}
      </Button>
      <Button hotkey="invoice" busy={busy} {...because(reason('fatura'))} onClick={() => run('fatura', invoice)}>
        Faturar
      </Button>
    </>
  )
}
