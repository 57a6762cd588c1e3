import { useState, type ReactElement } from 'react'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { open } from '../../app/navigation'
import { screen } from '../../app/registry'
import { DropArea, FileButton } from '../../ui/drop-area'
import { fieldsOf } from '../../ui/fields-of'
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
import { cancelInvoice, printDanfe, refuse, whyClosed } from './verbs'

addStyle(style)

const PATH = '/ui/compras/nfe_compra'

const head = fieldsOf(nfeCompraFields)

const columns: readonly Column[] = [
  head.column('nNF', { width: 100, card: 'sub' }),
  head.column('serie', { width: 70, card: 'none' }),
  head.column('dhEmi', { width: 150 }),
  head.column('xNome', { label: 'Fornecedor', card: 'title' }),
  head.column('CNPJ_CPF', { label: 'CNPJ / CPF', width: 170 }),
  head.column('vNF', { label: 'Total', width: 130, card: 'value' }),
  head.chipColumn('status', { 0: OPEN, 1: { hue: 'vermelho' }, 4: DONE, 5: GONE }),
  head.column('entrada_id', { label: 'Entrada', width: 90, card: 'none' }),
  head.column('chave', {
    label: 'Chave',
    kind: 'code',
    width: 380,
    hidden: true,
    render: (row) => groupedCode(row.chave),
    text: (row) => textOf(row.chave),
  }),
  head.column('natOp', { label: 'Natureza', width: 180, hidden: true }),
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
    label: 'Imprimir o DANFE',
    icon: 'print',
    reason: (rows) => onlyOne(rows.length),
    run: ([row]) => {
      if (row !== undefined) printDanfe(row)
    },
  },
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
    label: 'Cancelar a nota',
    icon: 'close',
    danger: true,
    reason: (rows) => onlyOne(rows.length) ?? whyClosed(rows[0] ?? {}),
    run: async ([row]) => {
      if (row !== undefined) await cancelInvoice(row)
    },
  },
]

const EMPTY =
  'Solte aqui os XML das notas dos fornecedores, ou escolha os arquivos. Fornecedor e produtos são cadastrados com elas.'

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
  const choose = (primary: boolean) => (
    <FileButton
      primary={primary}
      label="Importar XML"
      accept=".xml,text/xml,application/xml"
      onFiles={(files) => void take(files)}
    />
  )
  return (
    <DropArea text="Solte os arquivos XML para receber as notas" onFiles={(files) => void take(files)}>
      <ResourceTable
        resource="compras/nfe_compra"
        columns={columns}
        views={views}
        actions={actions}
        create={false}
        deletable={false}
        toolbar={choose(true)}
        empty={{ text: EMPTY, action: choose(false) }}
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
