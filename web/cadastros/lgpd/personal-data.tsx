import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { canAll, isAdmin } from '../../../core/access'
import { mayEdit } from '../../app/access'
import { get, post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useForm } from '../../ui/form/context'
import { Menu, type MenuItem } from '../../ui/menu'
import { addStyle } from '../../ui/later-style'
import { isRecord, textOf, type Values } from '../../ui/row'
import style from './erase.css' with { type: 'text' }

addStyle(style)

const RIGHT = 'lgpd'

interface PersonalDataProps {
  readonly modal: ModalProps
  /** The register's name, as the API knows it. */
  readonly recurso: string
}

/** The verbs of a person's record that the law gives: everything about them, and letting them go. */
export function PersonalData({ modal, recurso }: PersonalDataProps): ReactElement | null {
  useSignals()
  const form = useForm()
  const [erasing, setErasing] = useState(false)
  const id = form.record.value?.id
  // What is known of a user is for administrators, as the server says.
  const may = canAll(rights.value, [RIGHT]) && (recurso !== 'user' || isAdmin(rights.value))
  if (id === undefined || !may) return null
  const show = (format: string) => (): void => {
    open(`/reporting/lgpd/${recurso}/${id}?format=${format}`, '_blank', 'noopener')
  }
  const items: MenuItem[] = [
    { label: 'Ver tudo sobre esta pessoa', icon: 'file', onSelect: show('html') },
    { label: 'Exportar em PDF', icon: 'print', onSelect: show('pdf') },
    { label: 'Exportar em JSON', icon: 'export', onSelect: show('json') },
    {
      label: 'Anonimizar…',
      icon: 'trash',
      danger: true,
      onSelect: () => setErasing(true),
      ...(mayEdit(rights.value, RIGHT) ? {} : { reason: `Falta o direito 'edit ${RIGHT}'.` }),
    },
  ]
  return (
    <>
      <Menu label="Dados pessoais" icon="user" name="Dados pessoais" title="LGPD" items={items} />
      {erasing ? (
        <EraseDialog
          recurso={recurso}
          id={id}
          onClose={() => setErasing(false)}
          onDone={() => {
            setErasing(false)
            modal.onClose()
          }}
        />
      ) : null}
    </>
  )
}

interface Preview {
  readonly nome: string
  readonly registros: readonly string[]
  readonly pendencias: readonly string[]
  readonly efeitos: readonly string[]
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((one) => textOf(one)) : [])

function previewOf(answer: unknown): Preview {
  const body: Values = isRecord(answer) ? answer : {}
  const records: readonly unknown[] = Array.isArray(body.registros) ? body.registros : []
  return {
    nome: textOf(body.nome),
    registros: records.map((one) =>
      isRecord(one) ? `${textOf(one.titulo)} ${textOf(one.id)}: ${textOf(one.nome)}` : '',
    ),
    pendencias: texts(body.pendencias),
    efeitos: texts(body.efeitos),
  }
}

interface EraseProps {
  readonly recurso: string
  readonly id: number | string
  readonly onClose: () => void
  readonly onDone: () => void
}

const MIN_REASON = 5

/** Shows what is lost, what is kept and what stands in the way; done only for who writes the person's name. */
function EraseDialog({ recurso, id, onClose, onDone }: EraseProps): ReactElement {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [motivo, setMotivo] = useState('')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    get('cadastros/lgpd/previa', { query: { recurso, registro_id: id } }).then(
      (answer) => setPreview(previewOf(answer)),
      (error: unknown) => toast.error(error),
    )
  }, [recurso, id])
  const reason = whyNot(preview, { motivo, name })
  const go = async (): Promise<void> => {
    if (reason !== undefined || busy) return
    setBusy(true)
    try {
      await post('cadastros/lgpd/anonimiza', { recurso, registro_id: id, motivo, confirma: name })
      toast.success('Pessoa anonimizada.')
      announce(recurso)
      onDone()
    } catch (error) {
      toast.error(error, 'Não foi possível anonimizar')
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={onClose}>Voltar</Button>
      <Button kind="danger-filled" busy={busy} {...(reason === undefined ? {} : { reason })} onClick={() => void go()}>
        Anonimizar para sempre
      </Button>
    </>
  )
  return (
    <Dialog title={`Anonimizar ${preview?.nome ?? ''}`} size="md" onClose={onClose} footer={footer}>
      <ConfirmKey onGo={() => void go()} />
      <div className="dialog-text erase" tabIndex={0} role="region" aria-label="O que será feito">
        {preview === null ? <p>Verificando…</p> : <Effects preview={preview} />}
        {preview !== null && preview.pendencias.length === 0 ? (
          <Confirmation nome={preview.nome} motivo={motivo} name={name} onMotivo={setMotivo} onName={setName} />
        ) : null}
      </div>
    </Dialog>
  )
}

function whyNot(
  preview: Preview | null,
  { motivo, name }: { readonly motivo: string; readonly name: string },
): string | undefined {
  if (preview === null) return 'Verificando…'
  if (preview.pendencias.length > 0) return preview.pendencias.join(' ')
  if (motivo.trim().length < MIN_REASON) return 'Informe o motivo.'
  return name.trim() === preview.nome.trim() ? undefined : 'Escreva o nome como está no cadastro.'
}

function ConfirmKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

function Effects({ preview }: { readonly preview: Preview }): ReactElement {
  return (
    <>
      {preview.pendencias.length > 0 ? (
        <div role="alert" className="erase-pending">
          <p>Ainda não é possível:</p>
          <ul>
            {preview.pendencias.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p>Cadastros desta pessoa:</p>
      <ul>
        {preview.registros.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>O que acontece:</p>
      <ul>
        {preview.efeitos.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}

interface ConfirmationProps {
  readonly nome: string
  readonly motivo: string
  readonly name: string
  readonly onMotivo: (text: string) => void
  readonly onName: (text: string) => void
}

function Confirmation({ nome, motivo, name, onMotivo, onName }: ConfirmationProps): ReactElement {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}m`}>Motivo</label>
        <input
          id={`${id}m`}
          ref={first}
          className="input"
          maxLength={500}
          value={motivo}
          placeholder="Por exemplo: pedido do titular em 10/03/2026"
          onChange={(event) => onMotivo(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}n`}>Para confirmar, escreva: {nome}</label>
        <input
          id={`${id}n`}
          className="input"
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      </div>
    </>
  )
}
