import { useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import { LabelsDialog } from './print-dialog'

/** Labels of the product of a form, as it is saved. */
export function LabelsButton(): ReactElement | null {
  useSignals()
  const [open, setOpen] = useState(false)
  const record = useForm().record.value
  const products = useMemo(() => (record === undefined ? [] : [record]), [record])
  if (record === undefined) return null
  return (
    <>
      <Button icon="print" onClick={() => setOpen(true)}>
        Etiquetas
      </Button>
      {open ? <LabelsDialog products={products} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
