import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { get, readRow, request } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { FileButton } from '../drop-area'
import { textOf } from '../row'
import { useForm } from './context'

/** The logo of the form's record, changed at once; nothing while the record is not saved. */
export function LogoField({ resource }: { readonly resource: string }): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const [changed, setChanged] = useState<{ readonly of: unknown; readonly address: string } | null>(null)
  if (record === undefined) return null
  const { id } = record
  const address = changed?.of === id ? changed.address : textOf(record.logo)
  const upload = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return
    const body = new FormData()
    body.set('file', file)
    try {
      await request('POST', `${resource}/${id}/uploadLogo`, { body })
      setChanged({ of: id, address: textOf(readRow(await get(`${resource}/${id}`)).logo) })
      toast.success('O logotipo foi alterado.')
      announce(resource)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <section className="logo-field" aria-label="Logotipo">
      {address === '' ? null : <img src={address} alt="Logotipo" />}
      {form.readOnly.value ? null : (
        <FileButton
          label={address === '' ? 'Enviar logotipo' : 'Trocar logotipo'}
          accept=".png,.jpg,.jpeg,.gif"
          onFiles={(files) => void upload(files)}
        />
      )}
    </section>
  )
}
