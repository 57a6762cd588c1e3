import { useState, type ReactElement } from 'react'
import { contasReceberFields, IMPORTED_NAMES } from '../../core/fields/financeiro/titulos'
import { sum } from '../../core/money/decimal'
import { ApiError, post } from '../app/api'
import { announce } from '../app/events'
import { useKeys } from '../app/keys'
import type { ModalProps } from '../app/registry'
import { toast } from '../app/toasts'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { Dialog } from '../ui/dialog'
import { DropArea } from '../ui/drop-area'
import { amountOf, counted, formatDate, formatMoney } from '../ui/format'
import { FileDrop } from '../ui/pieces'
import { isRecord, rowsOf, textOf, type Row, type Values } from '../ui/row'

const label = (name: keyof typeof contasReceberFields): string => contasReceberFields[name].meta.label
/** What a file brings: its titles, each with what is wrong with it. */
interface Preview {
  readonly file: string
  readonly hash: string
  readonly notices: readonly string[]
  /** The company's own fields that the file has. */
  readonly own: readonly Values[]
  readonly rows: readonly Row[]
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : [])
const isWrong = (row: Values): boolean => textsOf(row.erros).length > 0
const isDoubtful = (row: Values): boolean => textsOf(row.avisos).length > 0
type Taken = ReadonlySet<Row['id']>
/** What a file begins with: rows that nothing is said of. */
const takenAtFirst = (rows: readonly Row[]): Taken =>
  new Set(rows.filter((row) => !isWrong(row) && !isDoubtful(row)).map(({ id }) => id))

async function read(file: File): Promise<Preview | undefined> {
  const form = new FormData()
  form.append('file', file)
  const answer = await post('financeiro/contas_receber/importar', form)
  if (!isRecord(answer) || !isRecord(answer.dados_importacao)) return undefined
  const { arquivo, hash, avisos, proprios } = answer.dados_importacao
  // A line of the file is the key of its row.
  const rows = rowsOf((Array.isArray(answer.lote_list) ? answer.lote_list : []).map(withKey))
  const own = (Array.isArray(proprios) ? proprios : []).filter(isRecord)
  return { file: textOf(arquivo), hash: textOf(hash), notices: textsOf(avisos), own, rows }
}

const withKey = (row: unknown): unknown => (isRecord(row) ? { ...row, id: row.linha } : row)

/** Makes titles of the rows that are taken; true when it was done. */
async function generate({ rows, hash }: Preview, taken: Taken): Promise<boolean> {
  const good = rows.filter(({ id }) => taken.has(id))
  const yes = await confirm({
    title: `Gerar ${counted(good.length, 'conta a receber', 'contas a receber')}?`,
    text: 'A importação não pode ser revertida: depois, cada conta é cancelada por si.',
    action: 'Gerar',
  })
  if (!yes) return false
  try {
    const lote_list = good.map((row) =>
      Object.fromEntries([...IMPORTED_NAMES, 'extra'].map((name) => [name, row[name]])),
    )
    await post('financeiro/contas_receber/geraContasLote', { lote_list, dados_importacao: { hash } })
    toast.success(`${counted(good.length, 'conta gerada', 'contas geradas')}.`)
    announce('contas_receber')
    return true
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.status === 422
    toast.error(error, isInvalid ? 'Erro de validação' : 'Não foi possível gerar, verifique os dados.')
    return false
  }
}

interface Choosing {
  readonly taken: Taken
  readonly onTake: (id: Row['id'], isTaken: boolean) => void
}

/** What is said of a row; one that may be another alike is told, and is for somebody to take. */
function Verdict({ row }: { readonly row: Row }): ReactElement {
  if (isWrong(row)) return <span className="field-error">{textsOf(row.erros).join(' ')}</span>
  return isDoubtful(row) ? <span className="hint-warn">{textsOf(row.avisos).join(' ')}</span> : <>Certa</>
}

function Rows({ rows, own, taken, onTake }: Pick<Preview, 'rows' | 'own'> & Choosing): ReactElement {
  return (
    <table className="plain" aria-label="Contas do arquivo">
      <thead>
        <tr>
          <th scope="col">Gerar</th>
          <th scope="col">Linha</th>
          <th scope="col">{label('cliente_id')}</th>
          <th scope="col">{label('numero')}</th>
          <th scope="col">{label('dVencimento')}</th>
          <th scope="col" className="num">
            {label('vDup')}
          </th>
          {own.map((one) => (
            <th key={textOf(one.key)} scope="col">
              {textOf(one.label)}
            </th>
          ))}
          <th scope="col">Conferência</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <input
                type="checkbox"
                aria-label={`Gerar a linha ${textOf(row.linha)}`}
                checked={taken.has(row.id)}
                disabled={isWrong(row)}
                onChange={(event) => onTake(row.id, event.target.checked)}
              />
            </td>
            <td>{textOf(row.linha)}</td>
            <td>{textOf(row.xNome)}</td>
            <td>{[textOf(row.numero), textOf(row.parcela)].filter(Boolean).join('/')}</td>
            <td>{formatDate(row.dVencimento)}</td>
            <td className="num">{formatMoney(row.vDup)}</td>
            {own.map(({ key }) => (
              <td key={textOf(key)}>{isRecord(row.textos) ? textOf(row.textos[textOf(key)]) : ''}</td>
            ))}
            <td>
              <Verdict row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Review({ preview, ...choosing }: { readonly preview: Preview } & Choosing): ReactElement {
  const good = preview.rows.filter(({ id }) => choosing.taken.has(id))
  const wrong = preview.rows.filter(isWrong).length
  const left = preview.rows.length - good.length - wrong
  const total = sum(good.map((row) => amountOf(row.vDup))).toFixed(2)
  const beside = [
    ...(wrong === 0 ? [] : [counted(wrong, 'linha com erro fica de fora', 'linhas com erro ficam de fora')]),
    ...(left === 0 ? [] : [counted(left, 'outra não foi marcada', 'outras não foram marcadas')]),
  ]
  return (
    <>
      <p role="status">
        {[`${preview.file}: ${counted(good.length, 'conta', 'contas')} a gerar, ${formatMoney(total)}`, ...beside].join(
          '; ',
        )}
        .
      </p>
      {preview.notices.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
      <Rows rows={preview.rows} own={preview.own} {...choosing} />
    </>
  )
}

/** F10, for as long as the dialog stands. */
function Keys({ onGo }: { readonly onGo: (() => void) | undefined }): null {
  useKeys({ dispatch: onGo })
  return null
}

/** Receivables of another program: a file, what it brings, then titles, once (S3-012). */
export function ImportReceivables({ path, onClose }: ModalProps): ReactElement {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [taken, setTaken] = useState<Taken>(new Set())
  const onTake = (id: Row['id'], isTaken: boolean): void => {
    const others = [...taken].filter((one) => one !== id)
    setTaken(new Set(isTaken ? [...others, id] : others))
  }
  const [busy, setBusy] = useState(false)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined || busy) return
    setBusy(true)
    try {
      const found = (await read(file)) ?? null
      setPreview(found)
      setTaken(takenAtFirst(found?.rows ?? []))
    } catch (error) {
      toast.error(error, 'Não foi possível importar o arquivo')
    }
    setBusy(false)
  }
  const ready = preview !== null && taken.size > 0
  const go = async (): Promise<void> => {
    if (preview === null || busy) return
    setBusy(true)
    const done = await generate(preview, taken)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      title="Importar contas a receber"
      size="lg"
      onClose={onClose}
      {...(path === undefined ? {} : { screen: path })}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={onClose}>Voltar</Button>
          <Button
            kind="primary"
            hotkey="dispatch"
            busy={busy}
            onClick={() => void go()}
            {...(ready ? {} : { reason: 'Escolha um arquivo com ao menos uma conta a gerar.' })}
          >
            Gerar contas
          </Button>
        </>
      }
    >
      <Keys onGo={ready ? () => void go() : undefined} />
      <div className="dialog-body">
        <DropArea text="Solte a planilha para importar" onFiles={([file]) => void take(file)}>
          <FileDrop
            label={busy ? 'Lendo o arquivo…' : 'Escolha ou solte um arquivo CSV ou XLSX'}
            accept=".csv,.txt,.tsv,.xlsx"
            onFiles={([file]) => void take(file)}
          />
          <p className="hint">
            A primeira linha traz os nomes das colunas: cliente (nome, CNPJ ou CPF), número, parcela, emissão,
            vencimento, valor e os campos próprios da empresa. Até 1.000 contas; nada é gravado antes de você conferir.
          </p>
          {preview === null ? null : <Review preview={preview} taken={taken} onTake={onTake} />}
        </DropArea>
      </div>
    </Dialog>
  )
}
