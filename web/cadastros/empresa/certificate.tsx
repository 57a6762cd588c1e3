import { useId, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { showTaxId } from '../../../core/br/tax-id'
import { ApiError, get, readRow, request } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { useForm } from '../../ui/form/context'
import { counted, formatDate } from '../../ui/format'
import { EmptyState, FileDrop } from '../../ui/pieces'
import { isRecord, numberOf, textOf, type Values } from '../../ui/row'

/** How a certificate is, in a word; null when there is none. */
export function certificateChip(certificate: unknown): ChipState | null {
  if (!isRecord(certificate)) return null
  const days = numberOf(certificate.dias) ?? 0
  if (certificate.situacao === 'vencido') return { word: 'Vencido', hue: 'vermelho', mark: 'dash' }
  if (certificate.situacao === 'vence') return { word: `Vence em ${counted(days, 'dia', 'dias')}`, hue: 'ambar' }
  return { word: 'Válido', hue: 'verde', mark: 'check' }
}

/** The certificate of the form's company: who holds it and until when, and a place to send another. */
export function CertificatePanel(): ReactElement {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const card = useComputed(() => form.values.value.tpCert === 1).value
  const [sent, setSent] = useState<{ readonly of: unknown; readonly certificate: unknown } | null>(null)
  if (record === undefined) return <EmptyState text="Salve a empresa antes de enviar o certificado." />
  if (card)
    return (
      <p className="hint">
        Um certificado A3 fica no cartão ou token e não é enviado. Para emitir documentos fiscais pelo Prumo, use um A1.
      </p>
    )
  const { id } = record
  const certificate = sent?.of === id ? sent.certificate : record.certificado
  const taken = async (): Promise<void> => {
    setSent({ of: id, certificate: readRow(await get(`empresa/${id}`)).certificado })
    announce('empresa')
  }
  return (
    <section className="panel" aria-label="Certificado digital">
      <h3 className="group-title">Certificado digital A1</h3>
      {isRecord(certificate) ? (
        <Facts certificate={certificate} />
      ) : (
        <p className="hint">Nenhum certificado enviado.</p>
      )}
      {form.readOnly.value ? null : <Upload id={String(id)} replaces={isRecord(certificate)} onTaken={taken} />}
    </section>
  )
}

function Facts({ certificate }: { readonly certificate: Values }): ReactElement {
  const chip = certificateChip(certificate)
  const state = textOf(certificate.situacao)
  return (
    <>
      <dl className="facts">
        <dt>Titular</dt>
        <dd>
          {textOf(certificate.xNome)} {chip === null ? null : <Chip {...chip} />}
        </dd>
        <dt>CNPJ</dt>
        <dd>{showTaxId(textOf(certificate.CNPJ_CPF))}</dd>
        <dt>Validade</dt>
        <dd>
          {formatDate(certificate.dhInicio)} a {formatDate(certificate.dhFim)}
        </dd>
        <dt>Emitido por</dt>
        <dd>{textOf(certificate.emissor) || '–'}</dd>
      </dl>
      {state === 'valido' ? null : (
        <p className="hint hint-warn" role="status">
          {state === 'vencido'
            ? 'O certificado venceu: envie o novo para voltar a emitir documentos fiscais.'
            : 'Renove o certificado antes do vencimento e envie o novo arquivo aqui.'}
        </p>
      )}
    </>
  )
}

interface UploadProps {
  readonly id: string
  readonly replaces: boolean
  readonly onTaken: () => Promise<void>
}

function Upload({ id, replaces, onTaken }: UploadProps): ReactElement {
  const passwordId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    if (file === null) return setFault('Escolha o arquivo do certificado (.pfx ou .p12).')
    const body = new FormData()
    body.set('file', file)
    body.set('empresa_id', id)
    body.set('keyPass', password)
    setBusy(true)
    setFault('')
    try {
      const answer = await request('POST', `empresa/${id}/uploadCert`, { body })
      toast.success(textOf(isRecord(answer) ? answer.message : ''))
      setFile(null)
      setPassword('')
      await onTaken()
    } catch (error) {
      if (error instanceof ApiError && (error.status === 422 || error.status === 413)) setFault(error.message)
      else toast.error(error)
    } finally {
      setBusy(false)
    }
    return undefined
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void send()
  }
  const label = file?.name ?? (replaces ? 'Escolha ou solte o novo arquivo .pfx' : 'Escolha ou solte o arquivo .pfx')
  return (
    <div className="stack">
      <FileDrop label={label} accept=".pfx,.p12" onFiles={([chosen]) => setFile(chosen ?? null)} />
      <div className="panel-row">
        <div className="field panel-grow">
          <label htmlFor={passwordId}>Senha do certificado</label>
          <input
            id={passwordId}
            className="input"
            type="password"
            autoComplete="off"
            maxLength={200}
            value={password}
            aria-describedby={`${passwordId}e`}
            aria-invalid={fault === '' ? undefined : true}
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={enter}
          />
        </div>
        <Button icon="upload" busy={busy} onClick={() => void send()}>
          Enviar certificado
        </Button>
      </div>
      <p
        id={`${passwordId}e`}
        role={fault === '' ? undefined : 'alert'}
        className={fault === '' ? 'field-help' : 'field-error'}
      >
        {fault === '' ? 'O arquivo e a senha são guardados cifrados e não são mostrados de novo.' : fault}
      </p>
    </div>
  )
}
