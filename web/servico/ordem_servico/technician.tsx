import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { showPhone } from '../../../core/br/fields'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { serviceChecklist } from '../../../core/settings/settings'
import { needOf } from '../../app/access'
import { post, put } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { settings } from '../../app/session'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { effectsOf } from '../../ui/documents/effects'
import { chipOf, whyNotVerb } from '../../ui/documents/state'
import { because } from '../../ui/documents/use-verbs'
import { Dialog } from '../../ui/dialog'
import { FileButton } from '../../ui/drop-area'
import { upload } from '../../ui/form/attachments'
import { formatDateTime, formatMoney, formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { getPath, isRecord, isRow, isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { GOODS, head, RESOURCE, SERVICES } from './kind'
import { notify } from './notify'
import { photoOf } from './picture'
import { Signature } from './signature'
import style from './technician.css' with { type: 'text' }

addStyle(style)

const FILES = 'sis/anexo'
const PICTURES = new Set(['jpg', 'jpeg', 'bmp'])
const ANSWERS = ['Sim', 'Não', 'Não se aplica'] as const

interface PartProps {
  readonly order: Row
  /** Why nothing of the order may be written; empty where it may. */
  readonly reason: string
}

/** For whom, on what, and what is wrong with it. */
function About({ order }: { readonly order: Row }): ReactElement {
  const fone = textOf(getPath(order, 'cliente.fone'))
  const chip = chipOf(ordemServicoLife, order)
  const equipment = [textOf(order.xEquipamento), textOf(order.nSerie)].filter(Boolean).join(' · nº de série ')
  return (
    <section className="tech-part" aria-label="Ordem">
      <h3>{textOf(order.cliente_xNome)}</h3>
      {chip === null ? null : (
        <p>
          <Chip {...chip} />
        </p>
      )}
      <p>{textOf(order.cliente_endereco)}</p>
      {fone === '' ? null : (
        <p>
          <a href={`tel:${fone}`}>{showPhone(fone)}</a>
        </p>
      )}
      {isSet(order.dhAgendamento) ? <p>Agendada para {formatDateTime(order.dhAgendamento)}</p> : null}
      {equipment === '' ? null : <p>{equipment}</p>}
      {isSet(order.defeito) ? <p>{textOf(order.defeito)}</p> : null}
      <ul>
        {[...rowsOf(order[SERVICES]), ...rowsOf(order[GOODS])].map((line) => (
          <li key={`${isSet(line.xServ) ? 's' : 'm'}${line.id}`}>
            {formatQuantity(line.qTrib, 4)} {textOf(line.un)} {textOf(line.xServ) || textOf(line.xProd)}
            {line.garantia === true ? ' · em garantia' : ''}
          </li>
        ))}
      </ul>
      <p>Total: {formatMoney(order.vTotal)}</p>
    </section>
  )
}

const isOpen = (order: Row): boolean => !isSet(order.dhFinalizacao)

/** The checklist of the company, and what was found and done: saved together. */
function Findings({ order, reason }: PartProps): ReactElement {
  useSignals()
  const [typed, setTyped] = useState<Values>({})
  const [busy, setBusy] = useState(false)
  const { names } = serviceChecklist(settings.value)
  const kept: Values = isRecord(order.custom_fields) ? order.custom_fields : {}
  const told: Values = { ...kept, ...(isRecord(typed.custom_fields) ? typed.custom_fields : {}) }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await put(`${RESOURCE}/${order.id}`, { ...typed, versao: order.versao })
      setTyped({})
      announce(RESOURCE)
      toast.success('Ordem de serviço salva com sucesso.')
    } catch (error) {
      toast.error(error, 'Não foi possível salvar')
    }
    setBusy(false)
  }
  const locked = reason !== '' || !isOpen(order)
  return (
    <section className="tech-part" aria-label="O que se fez">
      <h3>O que se fez</h3>
      {names.map((name) => (
        <label key={name}>
          {name}
          <select
            className="input"
            disabled={locked}
            value={textOf(told[name])}
            onChange={({ target }) => setTyped({ ...typed, custom_fields: { ...told, [name]: target.value } })}
          >
            {[...new Set(['', ...ANSWERS, textOf(told[name])])].map((answer) => (
              <option key={answer} value={answer}>
                {answer || 'Responda'}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        {head.label('laudo')}
        <textarea
          className="input"
          rows={5}
          maxLength={4000}
          disabled={reason !== ''}
          value={textOf(typed.laudo ?? order.laudo)}
          onChange={({ target }) => setTyped({ ...typed, laudo: target.value })}
        />
      </label>
      <div className="tech-keys">
        <Button kind="primary" busy={busy} {...because(reason === '' ? undefined : reason)} onClick={() => void save()}>
          Salvar
        </Button>
      </div>
    </section>
  )
}

/** Photos of the order, taken with the phone; whoever may change the order adds some in any state of it. */
function Photos({ id, reason }: { readonly id: string; readonly reason: string }): ReactElement {
  const answer = useLoaded(`${FILES}?anexable_type=ordem_servico&anexable_id=${id}`, FILES)
  const rows = (isRecord(answer) ? rowsOf(answer.data) : []).filter((row) => PICTURES.has(textOf(row.extensao)))
  const take = async (files: readonly File[]): Promise<void> =>
    upload(await Promise.all(files.map(photoOf)), { type: 'ordem_servico', id })
  return (
    <section className="tech-part" aria-label="Fotos">
      <h3>Fotos</h3>
      {reason === '' ? (
        <span>
          <FileButton label="Tirar ou escolher fotos" accept="image/*" onFiles={(files) => void take(files)} />
        </span>
      ) : null}
      <ul className="tech-photos">
        {rows.map((row) => (
          <li key={row.id}>
            <a href={`/api/${FILES}/${row.id}/download`} download>
              <img src={`/api/${FILES}/${row.id}/download`} alt={textOf(row.nome)} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Finishes the order, after it was shown what will leave stock. */
async function finish({ id }: Row): Promise<void> {
  const action = 'finalizarOrdemServico'
  try {
    const details = await effectsOf({ resource: RESOURCE, id, action })
    const title = `Finalizar a ordem de serviço ${id}?`
    if (!(await confirm({ title, text: 'O que será feito:', details, action: 'Finalizar' }))) return
    await post(`${RESOURCE}/${id}/${action}`)
    announce(RESOURCE)
    toast.success('Ordem de serviço finalizada.')
  } catch (error) {
    toast.error(error, 'Não foi possível finalizar')
  }
}

function Keys({ order, missing }: { readonly order: Row; readonly missing: string | null }): ReactElement {
  const why = (name: string): { readonly reason?: string } =>
    because(missing ?? whyNotVerb(ordemServicoLife, order, name))
  return (
    <>
      <Button {...why('notificaFinalizacao')} onClick={() => void notify(order.id)}>
        Avisar o cliente
      </Button>
      <Button kind="primary" {...why('finalizarOrdemServico')} onClick={() => void finish(order)}>
        Finalizar
      </Button>
    </>
  )
}

/** An order in the hands of its technician, on a phone: what it is about, checklist and report, photos, the customer's signature. */
export function Technician(modal: ModalProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${modal.params.id ?? modal.id}`, RESOURCE)
  const order = isRow(answer) ? answer : null
  const missing = whyNot(needOf(modal.right, 'edit'))
  const refusal = order === null ? undefined : writeRefusal(ordemServicoLife, order, { head: true })?.[1]
  const signs = order === null ? '' : (missing ?? whyNotVerb(ordemServicoLife, order, 'assina') ?? '')
  return (
    <Dialog
      title={order === null ? 'Ordem de serviço' : `Ordem de serviço ${order.id}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={
        <>
          <Button onClick={modal.onClose}>Voltar</Button>
          <span className="spacer" />
          {order === null ? null : <Keys order={order} missing={missing} />}
        </>
      }
    >
      <div className="dialog-body tech" tabIndex={0} role="region" aria-label="Página do técnico">
        {order === null ? null : (
          <>
            <About order={order} />
            <Findings key={String(order.versao)} order={order} reason={missing ?? refusal ?? ''} />
            <Photos id={String(order.id)} reason={missing ?? ''} />
            {isSet(order.dhAssinatura) ? (
              <p role="status">
                Assinada em {formatDateTime(order.dhAssinatura)} por {textOf(order.xAssinante)}.
              </p>
            ) : null}
            <Signature id={String(order.id)} reason={signs} />
          </>
        )}
      </div>
    </Dialog>
  )
}
