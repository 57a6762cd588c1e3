import type { ReactElement } from 'react'
import { LINE } from '../../../core/fields/financeiro/boleto'
import { ScreenContext } from '../../app/screen-context'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { LINHA, ofOne } from './ask'
import { settleLine, whyNotFile, whyNotSettle, fileAway } from './line-verbs'
import { line, LINE_LOOKS } from './looks'

const { column, chipColumn } = line

/** The number that the bank gave, or where it gave none, the company's own. */
const number = (row: Row): string => textOf(row.nosso_numero) || textOf(row.seu_numero)

const columns: readonly Column[] = [
  column('texto', { card: 'title' }),
  column('nosso_numero', { width: 140, card: 'sub', text: number, render: number }),
  column('xPagador', { width: 160, hidden: true, card: 'none' }),
  column('dOcorrencia', { width: 120, label: 'Quando', card: 'none' }),
  column('dCredito', { width: 110, card: 'none' }),
  column('valor', { width: 120, hidden: true, card: 'none' }),
  column('vPago', { width: 110, card: 'value' }),
  column('vTarifa', { width: 100, card: 'none' }),
  chipColumn('situacao', LINE_LOOKS, { width: 150, card: 'chip' }),
  column('motivo', { width: 200, card: 'none' }),
  column('motivos', { width: 200, hidden: true, card: 'none' }),
  column('linha', { width: 80, hidden: true, card: 'none' }),
]

const views = [
  { name: 'A baixar', where: { situacao: LINE.A_BAIXAR } },
  { name: 'Sem boleto', where: { situacao: LINE.SEM_BOLETO } },
  { name: 'Baixadas', where: { situacao: LINE.BAIXADA } },
  { name: 'Informadas', where: { situacao: LINE.INFORMADA } },
  { name: 'Repetidas', where: { situacao: LINE.REPETIDA } },
]

const RIGHT = 'remessa_retorno'
const NONE = 'Selecione uma ocorrência.'

const actions: readonly TableAction[] = [
  {
    label: 'Dar baixa',
    icon: 'check',
    right: RIGHT,
    reason: ofOne(NONE, whyNotSettle),
    run: async ([row]) => {
      if (row !== undefined) await settleLine(row)
    },
  },
  {
    label: 'Não é nossa',
    right: RIGHT,
    reason: ofOne(NONE, whyNotFile),
    run: async ([row]) => {
      if (row !== undefined) await fileAway(row)
    },
  },
]

interface LinesProps {
  /** The number of the file, and its address. */
  readonly id: string
  readonly path: string
}

/** What a file says, line by line, what waits first; each opens: it is settled there, or told of which boleto it is. */
export function Lines({ id, path }: LinesProps): ReactElement {
  const screen = { path: '/ui/financeiro/retorno_boleto', title: 'Ocorrências', right: RIGHT, record: id } as const
  return (
    <ScreenContext value={screen}>
      <div className="boleto-lines">
        <ResourceTable
          key={id}
          resource={LINHA}
          columns={columns}
          views={views}
          where={{ retorno_id: Number(id) }}
          sort={{ field: 'situacao', desc: false }}
          create={false}
          deletable={false}
          actions={actions}
          path={(row) => `${path}/linha/${row.id}`}
          empty={{ text: 'O arquivo não tem ocorrências.' }}
        />
      </div>
    </ScreenContext>
  )
}

/** What banks said, of all files. */
export function AllLines(): ReactElement {
  return (
    <ResourceTable
      resource={LINHA}
      columns={columns}
      views={views}
      sort={{ field: 'id', desc: true }}
      create={false}
      deletable={false}
      actions={actions}
      empty={{
        text: 'As ocorrências vêm dos retornos do banco.',
        to: { path: '/ui/financeiro/retorno', label: 'Abrir Retornos' },
      }}
    />
  )
}
