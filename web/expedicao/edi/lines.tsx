import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import type { EdiKind } from '../../../core/edi/edi-file'
import {
  EDI_LINE_STATES,
  ediLinhaFields,
  LINE_DIFFERS,
  LINE_DONE,
  LINE_IGNORED,
  LINE_WAITS,
} from '../../../core/fields/expedicao/edi'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { ScreenContext } from '../../app/screen-context'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import style from './edi.css' with { type: 'text' }

addStyle(style)

const { column, chipColumn } = fieldsOf(ediLinhaFields)

const noteText = (row: Row): string => (isSet(row.nNF) ? `${textOf(row.serie)}/${textOf(row.nNF)}` : '')
const note = (own: Partial<Column> = {}): Column =>
  column('nNF', { width: 110, text: noteText, render: noteText, ...own })
const waybill = column('nCTe', { width: 110, card: 'title' })
const ends: readonly Column[] = [
  chipColumn(
    'situacao',
    { [LINE_WAITS]: OPEN, [LINE_DIFFERS]: { hue: 'vermelho', mark: 'dot' }, [LINE_DONE]: DONE, [LINE_IGNORED]: GONE },
    { width: 150, card: 'chip' },
  ),
  column('motivo', { card: 'sub' }),
  column('venda_id', { width: 80, card: 'none' }),
  column('linha', { width: 80, card: 'none', hidden: true }),
]

const occurrenceText = (row: Row): string => `${textOf(row.codigo)} ${textOf(row.texto)}`

/** What a line says, by the kind of its file. */
const COLUMNS = {
  notfis: [
    note({ card: 'title' }),
    column('texto', { label: 'Carga', card: 'sub' }),
    column('vVenda', { width: 160, card: 'value' }),
    ...ends,
  ],
  ocoren: [
    column('texto', { card: 'title', text: occurrenceText, render: occurrenceText }),
    note(),
    column('dhOcorrencia', { width: 150 }),
    column('xRecado'),
    ...ends,
  ],
  conemb: [waybill, note(), column('vFrete', { width: 110, card: 'value' }), column('vVenda', { width: 160 }), ...ends],
  doccob: [
    waybill,
    column('vFrete', { width: 110, card: 'value' }),
    column('vConhecimento', { width: 120 }),
    column('vVenda', { width: 160 }),
    column('vDiferenca', { width: 110 }),
    ...ends,
  ],
} as const satisfies Readonly<Record<EdiKind, readonly Column[]>>
const isKind = (kind: unknown): kind is EdiKind => typeof kind === 'string' && kind in COLUMNS

const VIEWS = [
  { name: EDI_LINE_STATES[LINE_WAITS], where: { situacao: LINE_WAITS } },
  { name: EDI_LINE_STATES[LINE_DIFFERS], where: { situacao: LINE_DIFFERS } },
  { name: 'Aplicadas', where: { situacao: LINE_DONE } },
  { name: 'Ignoradas', where: { situacao: LINE_IGNORED } },
]

const saleOf = (row: Row): string | undefined =>
  isSet(row.venda_id) ? pathOf('venda', textOf(row.venda_id)) : undefined

/** The lines of a file, those that wait first; each with what became of it, and why. One that found its sale opens it. */
export function Lines({ id }: { readonly id: string }): ReactElement {
  useSignals()
  const kind = useForm().record.value?.tipo
  if (!isKind(kind)) return <EmptyState text="Carregando…" />
  const screen = { path: `/ui/expedicao/edi_linha/${kind}`, title: 'Linhas', right: 'edi', record: id } as const
  return (
    <ScreenContext value={screen}>
      <div className="edi-lines">
        <ResourceTable
          key={id}
          resource="edi_linha"
          columns={COLUMNS[kind]}
          views={VIEWS}
          where={{ edi_id: Number(id) }}
          sort={{ field: 'situacao', desc: false }}
          create={false}
          deletable={false}
          path={saleOf}
          empty={{ text: 'O arquivo não tem linhas.' }}
        />
      </div>
    </ScreenContext>
  )
}
