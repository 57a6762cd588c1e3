-- Where the subscriber pays: an address with {cnpj} in it.
alter table assinante add column boleto_url text;
