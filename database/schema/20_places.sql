-- The places a calendar can be in: the 50 states, their cities, and the time zone of each city. The list is
-- domain/places.ts, which the forms use; this copy lets the database refuse a city of another state and find the zone.
-- A test compares the two.

create table public.places (
  state text not null,
  city text not null,
  time_zone text not null,

  primary key (state, city),
  constraint places_state_check check (char_length(state) between 1 and 50),
  constraint places_city_check check (char_length(city) between 1 and 100)
);

comment on table public.places is 'One row per city that can be chosen.';
comment on column public.places.time_zone is 'IANA name; a calendar takes it over when it is placed here.';

alter table public.places enable row level security;
create policy select_anyone on public.places for select to anon, authenticated using (true);
comment on policy select_anyone on public.places is 'The list is printed in every form.';
create policy all_service on public.places for all to service_role using (true) with check (true);
comment on policy all_service on public.places is 'Operators may add a town.';

grant select on public.places to anon;
grant select on public.places to authenticated;
grant select, insert, update, delete on public.places to service_role;

insert into public.places (state, city, time_zone)
select listed.state, city, listed.time_zone
from (values
  ('Alabama', 'America/Chicago', 'Auburn, Birmingham, Decatur, Dothan, Florence, Gadsden, Hoover, Huntsville, Madison, Mobile, Montgomery, Tuscaloosa'),
  ('Alaska', 'America/Anchorage', 'Anchorage, Bethel, Fairbanks, Homer, Kenai, Kodiak, Palmer, Wasilla'),
  ('Alaska', 'America/Juneau', 'Juneau'),
  ('Alaska', 'America/Sitka', 'Ketchikan, Sitka'),
  ('Alaska', 'America/Nome', 'Nome'),
  ('Arizona', 'America/Phoenix', 'Chandler, Flagstaff, Gilbert, Glendale, Mesa, Peoria, Phoenix, Prescott, Scottsdale, Surprise, Tempe, Tucson, Yuma'),
  ('Arkansas', 'America/Chicago', 'Bentonville, Conway, Fayetteville, Fort Smith, Hot Springs, Jonesboro, Little Rock, North Little Rock, Pine Bluff, Rogers, Springdale, Texarkana'),
  ('California', 'America/Los_Angeles', 'Anaheim, Bakersfield, Fresno, Long Beach, Los Angeles, Oakland, Redding, Riverside, Sacramento, San Diego, San Francisco, San Jose, Santa Ana, Santa Barbara, Stockton'),
  ('Colorado', 'America/Denver', 'Arvada, Aurora, Boulder, Centennial, Colorado Springs, Denver, Fort Collins, Grand Junction, Greeley, Lakewood, Longmont, Pueblo, Thornton'),
  ('Connecticut', 'America/New_York', 'Bridgeport, Bristol, Danbury, Greenwich, Hartford, Meriden, Milford, New Britain, New Haven, Norwalk, Stamford, Waterbury'),
  ('Delaware', 'America/New_York', 'Dover, Elsmere, Georgetown, Lewes, Middletown, Milford, New Castle, Newark, Rehoboth Beach, Seaford, Smyrna, Wilmington'),
  ('Florida', 'America/New_York', 'Cape Coral, Fort Lauderdale, Fort Myers, Gainesville, Jacksonville, Key West, Miami, Orlando, Sarasota, St. Petersburg, Tallahassee, Tampa, West Palm Beach'),
  ('Florida', 'America/Chicago', 'Panama City, Pensacola'),
  ('Georgia', 'America/New_York', 'Albany, Alpharetta, Athens, Atlanta, Augusta, Columbus, Macon, Marietta, Roswell, Sandy Springs, Savannah, Valdosta, Warner Robins'),
  ('Hawaii', 'Pacific/Honolulu', 'Ewa Beach, Hilo, Honolulu, Kahului, Kailua, Kaneohe, Kapolei, Kihei, Lahaina, Lihue, Mililani, Pearl City, Wahiawa, Waipahu'),
  ('Idaho', 'America/Boise', 'Boise, Caldwell, Idaho Falls, Meridian, Nampa, Pocatello, Rexburg, Twin Falls'),
  ('Idaho', 'America/Los_Angeles', 'Coeur d''Alene, Lewiston, Moscow, Post Falls, Sandpoint'),
  ('Illinois', 'America/Chicago', 'Aurora, Bloomington, Champaign, Chicago, Decatur, Elgin, Evanston, Joliet, Naperville, Peoria, Rockford, Springfield, Waukegan'),
  ('Indiana', 'America/Indiana/Indianapolis', 'Bloomington, Carmel, Fishers, Fort Wayne, Indianapolis, Lafayette, Muncie, South Bend, Terre Haute'),
  ('Indiana', 'America/Chicago', 'Evansville, Gary, Hammond'),
  ('Indiana', 'America/Indiana/Knox', 'Knox'),
  ('Indiana', 'America/Indiana/Vincennes', 'Vincennes'),
  ('Iowa', 'America/Chicago', 'Ames, Ankeny, Cedar Falls, Cedar Rapids, Council Bluffs, Davenport, Des Moines, Dubuque, Iowa City, Sioux City, Waterloo, West Des Moines'),
  ('Kansas', 'America/Chicago', 'Dodge City, Garden City, Hutchinson, Kansas City, Lawrence, Manhattan, Olathe, Overland Park, Salina, Shawnee, Topeka, Wichita'),
  ('Kansas', 'America/Denver', 'Goodland'),
  ('Kentucky', 'America/New_York', 'Ashland, Covington, Florence, Frankfort, Georgetown, Lexington, Richmond'),
  ('Kentucky', 'America/Chicago', 'Bowling Green, Owensboro, Paducah'),
  ('Kentucky', 'America/Kentucky/Louisville', 'Elizabethtown, Louisville'),
  ('Kentucky', 'America/Kentucky/Monticello', 'Monticello'),
  ('Louisiana', 'America/Chicago', 'Alexandria, Baton Rouge, Bossier City, Houma, Kenner, Lafayette, Lake Charles, Monroe, New Iberia, New Orleans, Shreveport, Slidell'),
  ('Maine', 'America/New_York', 'Auburn, Augusta, Bangor, Bar Harbor, Biddeford, Brunswick, Lewiston, Portland, Presque Isle, Saco, South Portland, Waterville'),
  ('Maryland', 'America/New_York', 'Annapolis, Baltimore, Bethesda, Bowie, Columbia, Cumberland, Frederick, Gaithersburg, Hagerstown, Ocean City, Rockville, Salisbury, Silver Spring'),
  ('Massachusetts', 'America/New_York', 'Boston, Brockton, Cambridge, Fall River, Framingham, Lowell, Lynn, New Bedford, Newton, Pittsfield, Quincy, Springfield, Worcester'),
  ('Michigan', 'America/Detroit', 'Ann Arbor, Dearborn, Detroit, Flint, Grand Rapids, Kalamazoo, Lansing, Marquette, Saginaw, Sterling Heights, Traverse City, Warren'),
  ('Michigan', 'America/Menominee', 'Iron Mountain, Ironwood'),
  ('Minnesota', 'America/Chicago', 'Bloomington, Brooklyn Park, Duluth, Eagan, Mankato, Maple Grove, Minneapolis, Moorhead, Plymouth, Rochester, St. Cloud, St. Paul, Woodbury'),
  ('Mississippi', 'America/Chicago', 'Biloxi, Clinton, Greenville, Gulfport, Hattiesburg, Jackson, Meridian, Olive Branch, Oxford, Pearl, Southaven, Tupelo, Vicksburg'),
  ('Missouri', 'America/Chicago', 'Branson, Cape Girardeau, Columbia, Independence, Jefferson City, Joplin, Kansas City, Lee''s Summit, O''Fallon, Springfield, St. Charles, St. Joseph, St. Louis'),
  ('Montana', 'America/Denver', 'Anaconda, Billings, Bozeman, Butte, Great Falls, Havre, Helena, Kalispell, Livingston, Miles City, Missoula, Whitefish'),
  ('Nebraska', 'America/Denver', 'Alliance, Scottsbluff'),
  ('Nebraska', 'America/Chicago', 'Bellevue, Columbus, Fremont, Grand Island, Hastings, Kearney, Lincoln, Norfolk, North Platte, Omaha, Papillion'),
  ('Nevada', 'America/Los_Angeles', 'Boulder City, Carson City, Elko, Ely, Fallon, Fernley, Henderson, Las Vegas, Mesquite, North Las Vegas, Reno, Sparks'),
  ('Nevada', 'America/Denver', 'West Wendover'),
  ('New Hampshire', 'America/New_York', 'Concord, Derry, Dover, Hanover, Keene, Laconia, Lebanon, Manchester, Merrimack, Nashua, Portsmouth, Rochester'),
  ('New Jersey', 'America/New_York', 'Atlantic City, Camden, Cherry Hill, Clifton, Edison, Elizabeth, Hoboken, Jersey City, Newark, Paterson, Princeton, Toms River, Trenton'),
  ('New Mexico', 'America/Denver', 'Alamogordo, Albuquerque, Carlsbad, Clovis, Farmington, Gallup, Hobbs, Las Cruces, Los Alamos, Rio Rancho, Roswell, Santa Fe, Taos'),
  ('New York', 'America/New_York', 'Albany, Binghamton, Buffalo, Ithaca, New Rochelle, New York City, Niagara Falls, Plattsburgh, Rochester, Saratoga Springs, Schenectady, Syracuse, Utica, White Plains, Yonkers'),
  ('North Carolina', 'America/New_York', 'Asheville, Cary, Chapel Hill, Charlotte, Concord, Durham, Fayetteville, Greensboro, Greenville, High Point, Raleigh, Wilmington, Winston-Salem'),
  ('North Dakota', 'America/North_Dakota/Beulah', 'Beulah'),
  ('North Dakota', 'America/Chicago', 'Bismarck, Devils Lake, Fargo, Grand Forks, Jamestown, Minot, Valley City, Wahpeton, West Fargo, Williston'),
  ('North Dakota', 'America/Denver', 'Dickinson'),
  ('North Dakota', 'America/North_Dakota/New_Salem', 'Mandan'),
  ('Ohio', 'America/New_York', 'Akron, Athens, Canton, Cincinnati, Cleveland, Columbus, Dayton, Dublin, Lorain, Mansfield, Parma, Springfield, Toledo, Youngstown'),
  ('Oklahoma', 'America/Chicago', 'Bartlesville, Broken Arrow, Edmond, Enid, Lawton, Midwest City, Moore, Muskogee, Norman, Oklahoma City, Shawnee, Stillwater, Tulsa'),
  ('Oregon', 'America/Los_Angeles', 'Ashland, Beaverton, Bend, Corvallis, Eugene, Gresham, Hillsboro, Klamath Falls, Medford, Pendleton, Portland, Salem'),
  ('Oregon', 'America/Boise', 'Ontario'),
  ('Pennsylvania', 'America/New_York', 'Allentown, Altoona, Bethlehem, Erie, Harrisburg, Johnstown, Lancaster, Philadelphia, Pittsburgh, Reading, Scranton, State College, Wilkes-Barre, York'),
  ('Rhode Island', 'America/New_York', 'Bristol, Central Falls, Cranston, Cumberland, East Providence, Newport, Pawtucket, Providence, Warwick, West Warwick, Westerly, Woonsocket'),
  ('South Carolina', 'America/New_York', 'Aiken, Anderson, Charleston, Columbia, Florence, Greenville, Hilton Head Island, Mount Pleasant, Myrtle Beach, North Charleston, Rock Hill, Spartanburg, Summerville'),
  ('South Dakota', 'America/Chicago', 'Aberdeen, Brookings, Huron, Mitchell, Pierre, Sioux Falls, Vermillion, Watertown, Yankton'),
  ('South Dakota', 'America/Denver', 'Deadwood, Rapid City, Spearfish, Sturgis'),
  ('Tennessee', 'America/New_York', 'Bristol, Chattanooga, Cleveland, Johnson City, Kingsport, Knoxville, Oak Ridge'),
  ('Tennessee', 'America/Chicago', 'Clarksville, Cookeville, Franklin, Jackson, Memphis, Murfreesboro, Nashville'),
  ('Texas', 'America/Chicago', 'Amarillo, Arlington, Austin, Corpus Christi, Dallas, Fort Worth, Galveston, Houston, Laredo, Lubbock, McAllen, Plano, San Antonio, Waco'),
  ('Texas', 'America/Denver', 'El Paso'),
  ('Utah', 'America/Denver', 'Cedar City, Layton, Logan, Moab, Ogden, Orem, Park City, Provo, Salt Lake City, Sandy, St. George, West Jordan, West Valley City'),
  ('Vermont', 'America/New_York', 'Barre, Bennington, Brattleboro, Burlington, Essex Junction, Middlebury, Montpelier, Newport, Rutland, South Burlington, St. Albans, Stowe, Winooski'),
  ('Virginia', 'America/New_York', 'Alexandria, Arlington, Blacksburg, Charlottesville, Chesapeake, Hampton, Lynchburg, Newport News, Norfolk, Richmond, Roanoke, Virginia Beach, Williamsburg'),
  ('Washington', 'America/Los_Angeles', 'Bellevue, Bellingham, Everett, Kennewick, Kent, Olympia, Renton, Seattle, Spokane, Tacoma, Vancouver, Walla Walla, Wenatchee, Yakima'),
  ('West Virginia', 'America/New_York', 'Beckley, Bluefield, Bridgeport, Charleston, Clarksburg, Fairmont, Huntington, Lewisburg, Martinsburg, Morgantown, Parkersburg, Weirton, Wheeling'),
  ('Wisconsin', 'America/Chicago', 'Appleton, Eau Claire, Green Bay, Janesville, Kenosha, La Crosse, Madison, Milwaukee, Oshkosh, Racine, Sheboygan, Waukesha, Wausau'),
  ('Wyoming', 'America/Denver', 'Casper, Cheyenne, Cody, Evanston, Gillette, Green River, Jackson, Lander, Laramie, Powell, Riverton, Rock Springs, Sheridan')
) as listed (state, time_zone, cities)
cross join lateral unnest(string_to_array(listed.cities, ', ')) as city;
