import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { needOf } from '../../app/access'
import { open } from '../../app/navigation'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { DropArea, FileButton } from '../../ui/drop-area'
import { fieldsOf } from '../../ui/fields-of'
import { groupedCode } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import style from './nfe-compra.css' with { type: 'text' }
import { UploadResults } from './results'
import { uploadXml, type UploadResult } from './upload'
import { LastFetch } from '../last-fetch'
import { fetchNotes, fetchXml, FetchByKey } from './authority'
import { cancelInvoice, manifest, printDanfe, refuse, whyClosed } from './verbs'

addStyle(style)

const PATH = '/ui/compras/nfe_compra'

const head = fieldsOf(nfeCompraFields)

/** What there is of an invoice: of a summary the XML is still to come. */
const whatThereIs = (row: Row): string => {
  if (row.cancelada_emitente === true) return 'Cancelada pelo emitente'
  return row.resumo === true ? 'Só o resumo' : ''
}

const columns: readonly Column[] = [
  head.column('nNF', { width: 100, card: 'sub' }),
  head.column('serie', { width: 70, card: 'none' }),
  head.column('dhEmi', { width: 150 }),
  head.column('xNome', { label: 'Fornecedor', card: 'title' }),
  head.column('CNPJ_CPF', { label: 'CNPJ / CPF', width: 170 }),
  head.column('vNF', { label: 'Total', width: 130, card: 'value' }),
  head.chipColumn('status', { 0: OPEN, 1: { hue: 'vermelho' }, 4: DONE, 5: GONE }),
  head.column('resumo', { label: 'XML', width: 110, render: whatThereIs, text: whatThereIs }),
  head.column('manifestacao', { width: 190 }),
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
  head.column('falha_guarda', { width: 200, hidden: true }),
]

const views = [
  { name: 'A importar', where: { status: 0 } },
  { name: 'Sem o XML', where: { status: 0, resumo: true } },
  { name: 'Sem entrada nem conta', custom: { sem_conta: true } },
  { name: 'Importadas', where: { status: 4 } },
  { name: 'Recusadas', where: { status: 1 } },
  { name: 'Canceladas', where: { status: 5 } },
  { name: 'Com falha na guarda', where: { falha_guarda: Object.keys(KEEPING_FAULTS) } },
]

const MANIFESTED = 'Esta nota já foi manifestada assim.'
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
    label: 'Buscar o XML',
    icon: 'refresh',
    reason: (rows) => onlyOne(rows.length) ?? (rows[0]?.resumo === true ? undefined : 'O XML desta nota já está aqui.'),
    run: async ([row]) => {
      if (row !== undefined) await fetchXml(row)
    },
  },
  {
    label: 'Manifestar ciência',
    icon: 'check',
    reason: (rows) => onlyOne(rows.length) ?? (textOf(rows[0]?.manifestacao) === '' ? undefined : MANIFESTED),
    run: async ([row]) => {
      if (row !== undefined) await manifest(row, '210210')
    },
  },
  {
    label: 'Manifestar confirmação',
    icon: 'check',
    reason: (rows) => onlyOne(rows.length) ?? (rows[0]?.manifestacao === '210200' ? MANIFESTED : undefined),
    run: async ([row]) => {
      if (row !== undefined) await manifest(row, '210200')
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

/** Invoices of suppliers: from the tax authority, by key, or from files. A single good file goes straight to its import; anything else is told file by file. */
export function NfeCompra(): ReactElement {
  useSignals()
  const [sent, setSent] = useState<{ count: number; results: readonly UploadResult[] } | null>(null)
  const [asking, setAsking] = useState(false)
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
  const none = because(whyNot(needOf('dfe', 'edit')) ?? undefined)
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
          <>
            <Button icon="refresh" {...none} onClick={() => void fetchNotes()}>
              Buscar na SEFAZ
            </Button>
            <Button {...none} onClick={() => setAsking(true)}>
              Pela chave
            </Button>
            {choose(true)}
            <LastFetch mod={55} />
          </>
        }
        empty={{ text: EMPTY, action: choose(false) }}
      />
      {sent === null ? null : <UploadResults {...sent} path={PATH} onClose={() => setSent(null)} />}
      {asking ? <FetchByKey onClose={() => setAsking(false)} /> : null}
    </DropArea>
  )
}
