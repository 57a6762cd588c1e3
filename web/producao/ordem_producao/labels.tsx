import { useState, type ReactElement } from 'react'
import { opMercadoriaEtiquetaFields } from '../../../core/fields/producao/etiqueta'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { printLabels } from '../../devices/printing'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { counted, formatQuantity } from '../../ui/format'
import { openFile } from '../../ui/open-file'
import { isRecord, rowsOf, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { GOODS } from './kind'

const LABELS = 'producao/op_mercadoria_etiqueta'
const label = fieldsOf(opMercadoriaEtiquetaFields)

const fileOf = (goods: string, formato: string): Promise<unknown> =>
  post(`${GOODS}/${goods}/getPrintFileEtiqueta`, { formato })

/** Prints the labels of all volumes: on this workstation's printer for them, else as a file that opens. */
async function print(goods: string): Promise<void> {
  try {
    const sent = await printLabels({
      key: `producao ${goods}`,
      use: 'rastreio',
      title: 'As etiquetas',
      make: (formato) => fileOf(goods, formato),
    })
    if (!sent) openFile(await fileOf(goods, 'pdf'))
    announce(LABELS)
  } catch (error) {
    toast.error(error, 'Não foi possível imprimir')
  }
}

async function clear(goods: string): Promise<void> {
  const yes = await confirm({ title: 'Excluir as etiquetas?', action: 'Excluir', danger: true })
  if (!yes) return
  try {
    await post(`${GOODS}/${goods}/limpaEtiquetas`)
    announce(LABELS)
  } catch (error) {
    toast.error(error, 'Não foi possível excluir')
  }
}

/** Labels of the volumes that goods are packed in: added, printed and taken off. */
export function LabelTools({ goods }: { readonly goods: string }): ReactElement {
  const [asking, setAsking] = useState(false)
  const where = encodeURIComponent(JSON.stringify({ ordem_producao_mercadoria_id: Number(goods) }))
  const answer = useLoaded(`${LABELS}?where=${where}&perPage=100`, LABELS)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const add = async (values: Values): Promise<boolean> => {
    try {
      await post(LABELS, { ...values, ordem_producao_mercadoria_id: Number(goods) })
      announce(LABELS)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível gerar as etiquetas')
      return false
    }
  }
  return (
    <section className="stack" aria-label="Etiquetas de volumes">
      <h3 className="group-title">Etiquetas de volumes</h3>
      {rows.map((row) => (
        <p key={row.id}>
          {counted(Number(row.qVolumes), 'volume', 'volumes')} de {formatQuantity(row.quantidade, 4)} ·{' '}
          {textOf(row.codigo)}
        </p>
      ))}
      <div className="condition">
        <Button icon="tag" onClick={() => setAsking(true)}>
          Gerar etiquetas
        </Button>
        {rows.length === 0 ? null : (
          <>
            <Button icon="print" onClick={() => void print(goods)}>
              Imprimir etiquetas
            </Button>
            <Button onClick={() => void clear(goods)}>Excluir etiquetas</Button>
          </>
        )}
      </div>
      {asking ? (
        <AskDialog
          title="Etiquetas de volumes"
          action="Gerar"
          initial={{ qVolumes: 1 }}
          onGo={add}
          onClose={() => setAsking(false)}
        >
          <label.Field name="quantidade" autoFocus span={4} />
          <label.Field name="qVolumes" span={4} />
          <label.Field name="pesoBruto" span={4} />
        </AskDialog>
      ) : null}
    </section>
  )
}
