import { useState, type ReactElement } from 'react'
import { open } from '../../app/navigation'
import { screen } from '../../app/registry'
import type { ChipState } from '../../ui/chip'
import { statusColumn } from '../../ui/documents/status-column'
import { DropArea, FileButton } from '../../ui/drop-area'
import { groupedCode } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { textOf } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { ImportForm } from './import-form'
import style from './nfe-compra.css' with { type: 'text' }
import { UploadResults } from './results'
import { uploadXml, type UploadResult } from './upload'
import { cancelInvoice, refuse, whyClosed } from './verbs'

addStyle(style)

const PATH = '/ui/compras/nfe_compra'

const CHIPS: Readonly<Record<string, ChipState>> = {
  0: { word: 'A importar', hue: 'ambar' },
  1: { word: 'Recusada', hue: 'vermelho' },
  4: { word: 'Importada', hue: 'verde', mark: 'check' },
  5: { word: 'Cancelada', hue: 'cinza', mark: 'dash' },
}

const columns: readonly Column[] = [
  { field: 'nNF', label: 'Número', kind: 'integer', width: 100, card: 'sub' },
  { field: 'serie', label: 'Série', kind: 'integer', width: 70, card: 'none' },
  { field: 'dhEmi', label: 'Emissão', kind: 'datetime', width: 150 },
  { field: 'xNome', label: 'Fornecedor', card: 'title' },
  { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid', width: 170 },
  { field: 'vNF', label: 'Total', kind: 'money', width: 130, sum: true, card: 'value' },
  statusColumn(
    Object.entries(CHIPS).map(([value, { word }]) => ({ value: Number(value), label: word })),
    (row) => CHIPS[textOf(row.status)] ?? null,
  ),
  { field: 'entrada_id', label: 'Entrada', kind: 'integer', width: 90, card: 'none' },
  {
    field: 'chave',
    label: 'Chave',
    kind: 'code',
    width: 380,
    hidden: true,
    render: (row) => groupedCode(row.chave),
    text: (row) => textOf(row.chave),
  },
  { field: 'natOp', label: 'Natureza', width: 180, hidden: true },
]

const views = [
  { name: 'A importar', where: { status: 0 } },
  { name: 'Importadas', where: { status: 4 } },
  { name: 'Recusadas', where: { status: 1 } },
  { name: 'Canceladas', where: { status: 5 } },
]

const onlyOne = (count: number): string | undefined => (count === 1 ? undefined : 'Selecione uma nota só.')

const actions: readonly TableAction[] = [
  {
    label: 'Recusar',
    icon: 'close',
    danger: true,
    reason: (rows) => onlyOne(rows.length) ?? whyClosed(rows[0] ?? {}),
    run: async ([row]) => {
      if (row !== undefined) await refuse(row)
    },
  },
  {
    label: 'Cancelar',
    icon: 'close',
    danger: true,
    reason: (rows) => onlyOne(rows.length) ?? whyClosed(rows[0] ?? {}),
    run: async ([row]) => {
      if (row !== undefined) await cancelInvoice(row)
    },
  },
]

/** A single good file goes straight to its import; anything else is told file by file. */
function NfeCompra(): ReactElement {
  const [sent, setSent] = useState<{ count: number; results: readonly UploadResult[] } | null>(null)
  const take = async (files: readonly File[]): Promise<void> => {
    const all = await uploadXml(files, (results) => {
      if (files.length > 1) setSent({ count: files.length, results })
    })
    const [only] = all
    if (files.length === 1 && only?.id !== null && only !== undefined) open(`${PATH}/edit/${only.id}`)
    else setSent({ count: files.length, results: all })
  }
  return (
    <DropArea text="Solte os arquivos XML para receber as notas" onFiles={(files) => void take(files)}>
      <ResourceTable
        resource="compras/nfe_compra"
        columns={columns}
        views={views}
        actions={actions}
        create={false}
        deletable={false}
        toolbar={
          <FileButton
            primary
            label="Importar XML"
            accept=".xml,text/xml,application/xml"
            onFiles={(files) => void take(files)}
          />
        }
      />
      {sent === null ? null : <UploadResults {...sent} path={PATH} onClose={() => setSent(null)} />}
    </DropArea>
  )
}

export const nfeCompra = screen({
  path: PATH,
  title: 'NF-e de Compra',
  area: 'Compras',
  right: 'dfe',
  create: false,
  component: NfeCompra,
  modals: { 'edit/:id': { component: ImportForm, size: 'xxl' } },
})
