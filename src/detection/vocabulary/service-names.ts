/**
 * Services whose keys have no recognizable format (letters and digits, hex, or a UUID). The name next to a value
 * identifies it. Lower case, letters and digits only. Names that are also words ("Front", "Box", "Copper") are omitted.
 */
export const SERVICE_NAMES: ReadonlySet<string> = new Set(
  `
  7digital abstractapi abtasty abuseipdb abyssale accuweather activecampaign acuityscheduling adafruit adobesign adroll
  adyen aerisweather aeroworkflow affinda afterpay aftership agora ai21 airbrake airbyte airship airslate airtable
  airvisual aiven alchemyapi alegra aletheia algolia alibaba alienvault aliyun allsports alphavantage amadeus ambee
  amplitude anthropic anypoint apacta api2cart apideck apiflash apify apilayer apimatic apimetrics apitemplate apolloio
  appcenter appcircle appcues appdynamics appfollow appointedd appoptics appsflyer appsmith appsynergy apptivo appveyor
  appwrite arkose artifactory asana assemblyai astronomer atera audd auth0 autodesk autoklose avalara avaza
  aviationstack axonaut aylien ayrshare back4app backblaze backendless baidu bamboohr bannerbear baremetrics baseten
  beebole besnappy besttime betterstack betteruptime bigcommerce bigdatacloud billomat binance bitbar bitcoinaverage
  bitfinex bitgo bitly bitmex bitrise bitstamp bittrex blazemeter blitapp blockcypher blockfrost blocknative blynk
  boldsign bombbomb boostnote borgbase braintrust brandfetch braze brevo brightdata browserless browserstack browshot
  bscscan buddyns budibase bugfender bugherd bugsnag buildkite bulksms bunnycdn buttercms bybit caflou calendarific
  calendly calorieninja campayn cannyio capsulecrm captaindata carboninterface cashboard caspio censys centralstationcrm
  cerebras cexio chainstack chargebee chargify chartmogul chatfuel checkbookio checklyhq checkmarx checkvist circleci
  clarifai clearbit clickatell clickhelp clickhouse clicksend clickup cliengo clientary climacell clinchpad clockify
  clockworksms closecrm cloudamqp cloudant cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive
  cloudsmith cloudways cloverly clustdoc codacy codeclimate codecov codemagic codequiry codeship cognito cohere coinapi
  coinbase coinbasepro coingecko coinlayer coinlib coinmarketcap collect2 commercejs companyhub confluent
  constantcontact contentful contentstack convertapi convertio convertkit coralogix couchbase countrylayer coursera
  coveralls craftmypdf criteo crossbrowsertesting crowdin crowdstrike cryptocompare currencycloud currencyfreaks
  currencylayer currencyscoop currentsapi customerguru customerio d7network dailyco dareboost darksky databox databricks
  datadog datadome datagov dataiku datarobot debounce deel deepai deepgram deepseek demio deribit detectify
  detectlanguage dfuse dgraph dialpad diffbot diggernaut digitalocean discogs discord disqus dnscheck dnsimple docebo
  dockerhub docparser documo docupilot docusign domotz dotdigital dotmailer dovico dribbble dronahq droneci dropbox
  dropboxsign duosecurity dwolla dynalist dynatrace dyspatch eagleeyenetworks easyinsight easypost easyship ebay
  ecostruxureit edamam edenai eightxeight elasticcloud elasticemail elevenlabs eloqua emailoctopus enablex endorlabs
  enphase envoyapi eodhd esputnik etherscan ethplorer etoro etsy eventbrite eventzilla everhour everypixel exchangerate
  exchangerates exchangeratesapi exoscale exportsdk extractorapi facebook faceplusplus facepp fastforex fastly
  fastspring faunadb fedex feedier fetchrss fibery fileio finage financialmodelingprep fingerprintjs finnhub firebase
  firecrawl fireflies fireworksai fitbit fivetran fixerio flatio fleetbase flexport flickr flightapi flightaware
  flightlabs flightstats flowflu flutterwave fmfw forgerock formbucket formcraft formio formsite formspree formstack
  foursquare frameio freeagent freesound freshbooks freshdesk freshsales freshservice freshworks friendlycaptcha
  fullstory fusebill fxmarket garmin gateio geckoboard gemfury gengo geoapify geocoder geocodify geocodio geoipifi
  geonames getblock getemail getgeoapi getgist getresponse getsandbox getstream giphy gitbook gitguardian gladia
  glassnode globalping gocanvas gocardless godaddy googleads googlemaps goperfect grafana graphcms graphhopper groovehq
  groq gtmetrix guardianapi guardrails gumroad gyazo happyscribe harvestapp hashicorp hashnode hasura hcaptcha hellosign
  helpcrunch helpscout hereapi heroku hetzner hibob hiveage holidayapi honeybadger honeycomb hopin hostinger hotjar
  html2pdf huaweicloud hubspot huggingface humio hunterio huntr hybiscus hygraph hypertrack ibmcloud iconfinder iexapis
  iexcloud imagekit imagga imgbb imgix infobip infura inmobi insightly instabot instabug instagram instamojo instana
  instapaper instatus instructure integromat intercom interseller intrinio invoiceninja invoiceocean ip2location ipapi
  ipdata ipgeolocation ipify ipinfo ipinfodb ipqualityscore ipstack iterable jenkins jfrog jina jinaai jitsi jobvite
  jotform jumpcloud jupiterone juro kajabi kaleyra kameleoon kanbantool karmacrm keencdn keenio keycloak kickbox kinvey
  klarna klaviyo klipfolio knapsackpro komodor kontent kraken kucoin kylas lakera lambdatest languagelayer languagetool
  larksuite lastfm launchdarkly leadfeeder leanplum lemlist lemonsqueezy lendflow lessannoyingcrm lexigram lightstep
  linenotify linkedin linkpreview linode liveagent livechatinc livekit livestorm loadmill loadster locationiq logdna
  logentries loggly logicmonitor loginradius logrocket logzio lokalise losant loyverse lunchmoney lusha madkudu
  magicbell mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mailtrain mailtrap mandrill
  mapbox mapquest maptiler marketo marketstack matomo mattermost mavenlink maxmind mediastack meistertask mendable
  meraki mesibo messagebird metaapi metabase meteoblue metrilo mezmo midjourney mindmeister mintlify miro mistral mixmax
  mixpanel mockaroo mollie mondayapi mondaycom monkeylearn moonclerk moonpay moosend moralis mouseflow moyasar
  mrticktock mulesoft mxtoolbox myfreshworks myintervals myob nasa nasdaqdatalink nessus nethunt netlify netsuite
  nettoolkit neutrinoapi newrelic newsapi newscatcher newsdata nexmo nftport ngrok nhost nicereply nightfall nimblecrm
  noaa noveltools nozbe numverify nutanix nutritionix nylas nytimes oanda okta omdbapi omnisend onedesk onelogin
  onepagecrm onesignal onfido onfleet oopspam openai openapiro opencage opencagedata opencorporates openexchangerates
  openrouter openrouteservice opentok openuv openweather openweathermap opsgenie optidash optimizely optimove oracledb
  outbrain outreachio overloop ovhcloud owlbot packagecloud packetbeat packlink pagarme pagerduty pandadoc pandascore
  paperform paperspace papertrail paralleldots pardot parsehub parseur partnerstack passbase pastebin patreon paydirt
  payfast paylocity paymo paymongo paypal paystack pdfcrowd pdflayer pdfmonkey pdfshift peopledatalabs pepipost percy
  permitio perplexity personio phabricator photoroom phraseapp pinata pinecone pingdom pingidentity pinterest pipedream
  pipedrive pivotaltracker pixabay plaid plaky planhat planview planyo plivo pocketbase podia podio pollsapi poloniex
  polygonio polygonscan portainer portworx positionstack postageapp postbacks posthog postmark powrbot printful printify
  privacycom prodpad productboard propublica prospectcrm protocolsio proxmox proxycrawl pubnub purestake purolator
  pushbullet pushcut pusher pushover qase qordoba quaderno qualaroo qualtrics qubole questrade quickbase quickbooks
  quickmetrics quicknode rabbitmq rackspace rapid7 rapidapi rawg raygun razorpay rdstation reachmail readmeio
  reallysimplesystems rebrandly recaptcha rechargepayments recruitee recurly redmine refinerio reflio removebg rentman
  repairshopr replicate replyio requestbin requestfinance revai revampcrm revenuecat reviewboard ringcentral rippling
  riskified ritekit roaringio rocketreach rockset rollbar rootly route4me rownd rudderstack runpod runrunit
  safetyculture salesblink salescookie salesflare salesforce salesloft salesmate saltedge satismeter sauce saucelabs
  savvycal scaleway scalr scalyr schoology scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee
  screenshotapi screenshotlayer scrutinizer securitytrails selectpdf semaphoreci sematext semrush sendbird sendcloud
  sendgrid sendinblue sendowl sendpulse sentry seon serpapi serper serphouse serpstack sezzle sheety sherpadesk shipday
  shipengine shippo shipstation shodan shopify shotstack shutterstock signable signalfx signalwire signaturit signifyd
  signnow signupgenius sigopt simfin simplecast simplesat simplynoted simvoly sinch sirv siteleaf skybiometry skyvern
  slack slideshare smartcar smartling smartproxy smartrecruiters smartsheet smartystreets smooch smsapi smugmug snapchat
  snipcart snovio snowflake snyk softlayer solarwinds sonarcloud sonarqube songkick sonix sourcegraph sparkpost
  spectralops speechmatics speechtext spinwheel splunk spoonacular sportmonks sportradar sportsmonk spotify spotinst
  squarespace sslmate sslscan stabilityai stackpath statsig statuscake statuspage statuspal steamapi stitchdata
  stockdata storecove stormboard stormglass storyblok storychief strapi strava stripe stripo strivacity stytch sugester
  sumologic supabase superfeedr supernotes surveyanyplace surveybot surveymonkey surveysparrow survicate swaggerhub
  swiftype syncfusion synthesia tableau taboola tallyfy tatumio tavily taxcloud taxjar tdameritrade teachable teamcity
  teamgate teamtailor teamviewer technicalanalysis telegram telesign telnyx tencent tencentcloud testingbot testrail
  text2data textmagic textrazor themoviedb theoddsapi thingsboard thingspeak thinkific thousandeyes ticketmaster
  tickettailor tiingo timecamp timetastic timezoneapi timezonedb tineswebhook tmdb tmetric todoist togetherai toggl
  togglapi toggltrack tokbox tomorrowio tomtom trackjs tradier transferwise transifex travelpayouts travisci trello
  tripadvisor truelayer trustpilot tumblr turbot twelvedata twilio twitch twitter tyntec typeform typesense typetalk
  ubidots uclassify udemy unbounce unifyid unplugg unsplash upcdatabase upcloud uplead uploadcare uploadio upstash
  uptimerobot upwave urlbox urlscan useproof userflow usersnap userstack uservoice usps vagrantcloud vatlayer vatstack
  vbout veracode vercel verifalia verimail veriphone versioneye viewneo vimeo virustotal visualcrossing vividseats
  vmware vobile voiceflow voicegain volcengine vonage voodoosms vouchery voyageai vpnapi vultr vyte wakatime walkscore
  wandb weatherapi weatherbit weatherstack web3storage webex webflow webscraper webscrapingapi websitepulse weebly
  weightsandbiases wepay what3words whatconverts whoisxml whoisxmlapi whoop whoxy wistia witai withings woocommerce
  wootric workable workato workos worksnaps workstack worldcoinindex worldpay worldtides worldweather worldweatheronline
  wpengine wrike writesonic wufoo xata xendit xero yandex yelp youneedabudget yousign youtrack zapier zendesk zenkit
  zenrows zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcodeapi zipcodebase zoho zohobooks zohocrm
  zonka zoom zoomapi zoominfo zulip zuora
`
    .trim()
    .split(/\s+/),
);
