import { useEffect } from 'react'
import { onChanged } from '../../app/events'
import { useForm } from './context'
import { reloadForm } from './save'

/** Shows what became of the open record while it is open: an answer from outside, work of somebody else. Goes into a form. */
export function Following({ resource }: { readonly resource: string }): null {
  const form = useForm()
  useEffect(() => onChanged(resource, () => void reloadForm(form, resource).catch(() => undefined)), [form, resource])
  return null
}
