import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { inutilizacaoFields } from '../../../core/fields/nfe/inutilizacao'
import { TP_DOC_OF } from '../../../core/fields/nfe/serie-numero'
import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { chosenCompany, get, post } from '../../app/api'
import { needOf } from '../../app/access'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { because } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { isRecord, recordsOf, textOf, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { RESOURCE, situation } from './situation'

const { Field, ReferenceField, column } = fieldsOf(inutilizacaoFields)

const columns: readonly Column[] = [
  column('serie', { width: 80 }),
  column('mod', { width: 80 }),
  column('nIni', { width: 120, card: 'title' }),
  column('nFin', { width: 120 }),
  column('xJust', { card: 'sub' }),
  situation(),
  column('nProt', { width: 160, hidden: true }),
  column('dhRegistro', { width: 150 }),
]

/** Series that number notes. */
const NOTES = { tpDoc: Object.values(TP_DOC_OF) }

/** The gaps of the chosen series; choosing one fills the range. */
function Gaps(): ReactElement | null {
  useSignals()
  const form = useForm()
  const [gaps, setGaps] = useState<readonly Values[]>([])
  const [of, setOf] = useState<unknown>(null)
  const id = form.values.value.nfe_serie_id
  if (id !== of) {
    setOf(id)
    setGaps([])
    if (typeof id === 'number')
      void get(`nfe/serie_numero/${id}/lacunas`).then(
        (answer) => setGaps(isRecord(answer) ? recordsOf(answer.data) : []),
        (error: unknown) => toast.error(error),
      )
  }
  if (id === null || id === undefined) return null
  if (gaps.length === 0) return <p className="field-help span-12">A série não tem números sem documento.</p>
  return (
    <div className="lines-tools span-12" role="group" aria-label="Números sem documento">
      {gaps.slice(0, MOST_GAPS).map(({ de, ate }) => (
        <Button key={textOf(de)} onClick={() => form.patch({ nIni: de, nFin: ate })}>
          {de === ate ? textOf(de) : `${textOf(de)} a ${textOf(ate)}`}
        </Button>
      ))}
    </div>
  )
}

const MOST_GAPS = 20

/** Asks for a range and declares it (E3-113). */
function Ask({ onClose }: { readonly onClose: () => void }): ReactElement {
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    if (textOf(values.xJust).trim().length < reasonLength('cancelamento')) {
      form.reject({ xJust: [reasonMessage('cancelamento')] })
      return false
    }
    try {
      await post(`${RESOURCE}/${chosenCompany.value ?? 0}/inutiliza`, values)
      announce(RESOURCE)
      toast.info('Inutilização enviada à SEFAZ.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível inutilizar', '', form)
      return false
    }
  }
  return (
    <AskDialog title="Inutilizar números" action="Inutilizar" initial={{}} onGo={go} onClose={onClose}>
      <ReferenceField name="nfe_serie_id" resource="nfe/serie_numero" where={NOTES} minChars={0} required span={12} />
      <Gaps />
      <Field name="nIni" required span={6} />
      <Field name="nFin" required span={6} />
      <Field name="xJust" kind="textarea" required span={12} />
    </AskDialog>
  )
}

/** Ranges that were voided, five at a time (C3-005). */
export function Inutilizacoes(): ReactElement {
  const [asking, setAsking] = useState(false)
  const missing = whyNot(needOf('inutilizacao', 'create')) ?? undefined
  return (
    <>
      <ResourceTable
        resource={RESOURCE}
        columns={columns}
        pageSize={5}
        create={false}
        deletable={false}
        sort={{ field: 'id', desc: true }}
        toolbar={
          <Button kind="primary" {...because(missing)} onClick={() => setAsking(true)}>
            Inutilizar números
          </Button>
        }
        empty={{ text: 'Números que ficaram sem nota são declarados à SEFAZ até o dia 10 do mês seguinte.' }}
      />
      {asking ? <Ask onClose={() => setAsking(false)} /> : null}
    </>
  )
}
