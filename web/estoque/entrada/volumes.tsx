import { useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  entradaMercadoriaEtiquetaComputed,
  entradaMercadoriaEtiquetaFields,
} from '../../../core/fields/estoque/etiqueta-entrada'
import { volumeText } from '../../../core/labels/fields'
import { mayEdit } from '../../app/access'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { devices } from '../../devices/config'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import type { FormModel } from '../../ui/form/form-model'
import { counted, displayName, formatDate, formatQuantity } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { LOTS } from './item'
import { openLabels, printVolumes } from './open-labels'

const RESOURCE = 'entrada_mercadoria_etiqueta'
const label = fieldsOf(entradaMercadoriaEtiquetaFields)
const told = fieldsOf(entradaMercadoriaEtiquetaComputed)
const MOST_SHOWN = 200

const whichLot = (lot: Row): string =>
  [textOf(lot.nLote), isSet(lot.dVal) ? formatDate(lot.dVal) : ''].filter(Boolean).join(' · ')

interface VolumesProps {
  readonly item: Values & { readonly id: Row['id'] }
}

interface BesideProps {
  /** What else is done with the item, before the labels' own buttons. */
  readonly children?: ReactNode
}

/** The labels of an item's volumes: how many, what is in each, and what became of them. */
function ItemVolumes({ item, children }: VolumesProps & BesideProps): ReactElement {
  const [asking, setAsking] = useState(false)
  const where = encodeURIComponent(JSON.stringify({ entrada_mercadoria_id: item.id, dhAnulacao: null }))
  const path = `${RESOURCE}?where=${where}&perPage=${MOST_SHOWN}&orderBy=id&sortedBy=asc`
  const answer = useLoaded(path, `${RESOURCE} entrada`)
  const labels = rowsOf(getPath(answer, 'data'))
  const total = numberOf(getPath(answer, 'total')) ?? 0
  const act = async (does: () => Promise<unknown>): Promise<void> => {
    try {
      await does()
      announce(RESOURCE)
    } catch (error) {
      toast.error(error)
    }
  }
  const print = (only?: Row): Promise<void> => act(() => openLabels(item.id, only && [only.id]))
  const leave = async (one: Row): Promise<void> => {
    if (await mayLeave(one)) await act(() => takeOff(item.id, one))
  }
  const printable = total > 0 ? {} : { reason: 'O item não tem etiquetas.' }
  return (
    <section className="stack" aria-label="Etiquetas dos volumes">
      <div className="lines-tools">
        {children}
        <Button icon="add" onClick={() => setAsking(true)}>
          Gerar etiquetas
        </Button>
        <Button icon="print" {...printable} onClick={() => void print()}>
          Imprimir etiquetas
        </Button>
        <span className="spacer" />
        <span className="field-help">{counted(total, 'etiqueta', 'etiquetas')}</span>
      </div>
      {labels.length === 0 ? null : (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Etiqueta</th>
              <th scope="col">Volume</th>
              <th scope="col" className="cell-end">
                Quantidade
              </th>
              <th scope="col">Situação</th>
              <th scope="col" className="cell-end">
                O que fazer
              </th>
            </tr>
          </thead>
          <tbody>
            {labels.map((one) => (
              <Volume key={one.id} label={one} onPrint={() => void print(one)} onLeave={() => void leave(one)} />
            ))}
          </tbody>
        </table>
      )}
      {total > labels.length ? <p className="field-help">Mostradas as primeiras {labels.length}.</p> : null}
      {asking ? <Generate item={item} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** What was read is what came: its label is voided, one that was not is deleted. */
const mayLeave = (one: Row): Promise<boolean> => {
  const isRead = one.situacao === 'lida'
  return confirm({
    title: isRead ? 'Anular a etiqueta?' : 'Excluir a etiqueta?',
    text: `Etiqueta ${textOf(one.codigo)}, volume ${volumeOf(one)}.`,
    details: isRead ? ['O que foi lido fica; lida de novo, ela é recusada.'] : [],
    action: isRead ? 'Anular' : 'Excluir',
    danger: true,
  })
}

const takeOff = (item: Row['id'], { id, situacao }: Row): Promise<unknown> =>
  situacao === 'lida'
    ? post(`${RESOURCE}/${id}/anula`)
    : post(`entrada_mercadoria/${textOf(item)}/deleteEtiquetas`, { ids: [id] })

const volumeOf = ({ indexVol, qEtiquetas }: Row): string => volumeText(Number(indexVol), Number(qEtiquetas))

interface VolumeProps {
  readonly label: Row
  readonly onPrint: () => void
  readonly onLeave: () => void
}

function Volume({ label: one, onPrint, onLeave }: VolumeProps): ReactElement {
  const named = <span className="sr-only"> a etiqueta {textOf(one.codigo)}</span>
  return (
    <tr>
      <th scope="row">{textOf(one.codigo)}</th>
      <td>
        {volumeOf(one)}
        {isRecord(one.armazenamento) ? ` · ${displayName(one.armazenamento)}` : ''}
      </td>
      <td className="cell-end">{formatQuantity(one.qMultipla, 4)}</td>
      <td>{told.word('situacao', one.situacao)}</td>
      <td className="cell-end">
        <Button kind="quiet" icon="print" onClick={onPrint}>
          Imprimir{named}
        </Button>
        <Button kind="quiet" icon="trash" onClick={onLeave}>
          {one.situacao === 'lida' ? 'Anular' : 'Excluir'}
          {named}
        </Button>
      </td>
    </tr>
  )
}

/** Labels that were just made are printed by themselves, where that is wanted and there is a printer for them. */
async function printMade(item: Row['id'], made: unknown): Promise<void> {
  const ids = getPath(made, 'ids')
  if (!devices.peek().autoPrint || !Array.isArray(ids)) return
  if (await printVolumes(item, ids.map(Number))) announce(RESOURCE)
}

/** How many volumes, and what is in each: as the invoice says, where it does. */
function Generate({ item, onClose }: VolumesProps & { readonly onClose: () => void }): ReactElement {
  const lots = linesOf(item[LOTS]).filter((one) => isSet(one.id))
  const volumes = Math.max(1, Math.trunc(numberOf(item.qVolumes) ?? 1))
  const whole = numberOf(item.qTrib) ?? 0
  const generate = async (values: Values, form: FormModel): Promise<boolean> => {
    try {
      const path = `entrada_mercadoria/${textOf(item.id)}/geraEtiquetas`
      const made = await post(path, { entrada_mercadoria_lote_list: [values] })
      announce(RESOURCE)
      toast.success('Etiquetas geradas.')
      void printMade(item.id, made)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível gerar as etiquetas', '', form)
      return false
    }
  }
  const initial = {
    qEtiquetas: volumes,
    qMultipla: whole > 0 ? Math.round((whole / volumes) * 10_000) / 10_000 : null,
    entrada_mercadoria_rastreio_id: lots.length === 1 ? lots[0]?.id : null,
    armazenamento_id: item.armazenamento_id ?? null,
    armazenamento: item.armazenamento ?? null,
    mercadoria: item.mercadoria ?? null,
  }
  const options = lots.map((one) => ({ value: Number(one.id), label: whichLot({ ...one, id: Number(one.id) }) }))
  return (
    <AskDialog title="Gerar etiquetas" action="Gerar" initial={initial} onGo={generate} onClose={onClose}>
      <label.Field name="qEtiquetas" label="Quantas etiquetas" required span={6} />
      <label.Field
        name="qMultipla"
        label="Quantidade em cada uma"
        weighs="mercadoria_id"
        ofLabel={{ weighed: (box) => (devices.peek().autoAdd ? box.form?.requestSubmit() : undefined) }}
        span={6}
      />
      {lots.length === 0 ? null : (
        <Field
          name="entrada_mercadoria_rastreio_id"
          label="Lote"
          kind="select"
          options={options}
          emptyLabel="Sem lote"
          span={6}
        />
      )}
      <label.ReferenceField name="armazenamento_id" resource="estoque/armazenamento" span={6} />
    </AskDialog>
  )
}

/** Of an item that is saved, for who may write it: until then there is nothing to put a label on. */
export function Volumes({ children }: BesideProps): ReactElement | null {
  useSignals()
  const item = useForm().values.value
  const { id } = item
  return typeof id === 'number' && mayEdit(rights.value, 'entrada') ? (
    <ItemVolumes item={{ ...item, id }}>{children}</ItemVolumes>
  ) : null
}
